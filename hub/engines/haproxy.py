"""Run HAProxy in front of the hub's Mosquitto: TLS, and bounds on clients that have not sent their CONNECT packet."""

import os
import socket
from pathlib import Path
from typing import Final

from controller import limits
from controller.store.atomic_files import write_atomically
from hub.engines.mosquitto import MOSQUITTO_USER
from hub.engines.supervisor import SupervisedProcess, find_program_path

CONFIG_TEMPLATE: Final = """\
# Written by royaltable hub at each start; changes are lost.
global
    maxconn {most}
    nbthread 1
    no strict-limits
    ssl-load-extra-del-ext

defaults
    mode tcp
    timeout connect {connect_s:g}s
    timeout client {connect_s:g}s
    timeout server {connect_s:g}s
    timeout client-fin {connect_s:g}s
    timeout server-fin {connect_s:g}s
    timeout tunnel 24h

# Of each IPv4 address or IPv6 network: its connections; and how many have sent a CONNECT packet, now and within a day.
backend opened
    stick-table type ipv6 size {most} expire 1m store conn_cur
backend greeted
    stick-table type ipv6 size {most} expire 1d store conn_cur,conn_cnt

backend mosquitto
    server mosquitto {broker}

frontend tables
{binds}
    tcp-request connection track-sc0 src,ipmask(32,64) table opened
    tcp-request connection set-var(sess.greeted) src,ipmask(32,64),table_conn_cur(greeted)
    tcp-request connection set-var(sess.known) src,ipmask(32,64),table_conn_cnt(greeted)
    tcp-request connection set-var(sess.all_greeted) be_conn(mosquitto)
    acl too_many sc0_conn_cur,sub(sess.greeted),sub(sess.known) gt {most_of_address}
    acl crowded fe_conn,sub(sess.all_greeted) gt {most_unknown}
    acl not_the_first sc0_conn_cur,sub(sess.greeted) gt 1
    tcp-request connection reject if too_many or crowded not_the_first
    tcp-request inspect-delay {connect_s:g}s
    tcp-request content reject unless {{ req.payload(0,0),mqtt_is_valid }}
    tcp-request content track-sc1 src,ipmask(32,64) table greeted
    default_backend mosquitto
"""


class PrivateHaproxy:
    """Forwards clients of sockets that the hub has bound to the broker at ``broker``, such as "127.0.0.1:11883".

    A client has some seconds for its TLS handshake and its CONNECT packet; Mosquitto closes one with a wrong password.
    The configuration is in the broker's folder, beside the certificate.
    """

    def __init__(self, folder: Path, broker: str, encrypted: socket.socket | None, clear: socket.socket | None) -> None:
        self._home = folder.absolute() / "mosquitto"
        self._broker = broker
        self._encrypted = encrypted
        self._clear = clear
        self.engine = SupervisedProcess(
            "haproxy",
            self._command_line,
            user=MOSQUITTO_USER if os.geteuid() == 0 else None,
            descriptors=[each.fileno() for each in (encrypted, clear) if each is not None],
        )

    def write_config(self) -> None:
        """Write HAProxy's configuration; raise MissingProgramError without HAProxy."""
        find_program_path("haproxy", "haproxy")
        binds = []
        if self._encrypted is not None:
            binds.append(f"    bind fd@{self._encrypted.fileno()} ssl crt server.crt")
        if self._clear is not None:
            binds.append(f"    bind fd@{self._clear.fileno()}")
        settings = CONFIG_TEMPLATE.format(
            most=limits.HUB_TABLES + limits.BROKER_UNAUTHENTICATED,
            most_unknown=limits.BROKER_UNAUTHENTICATED,
            most_of_address=limits.BROKER_UNAUTHENTICATED_PER_ADDRESS,
            connect_s=limits.BROKER_CONNECT_PACKET_S,
            broker=self._broker,
            binds="\n".join(binds),
        )
        write_atomically(self._home / "haproxy.cfg", settings, mode=0o640)

    def _command_line(self) -> list[str]:
        return [find_program_path("haproxy", "haproxy"), "-db", "-C", str(self._home), "-f", "haproxy.cfg"]
