"""The fleet page's routes, and the room's metrics for Prometheus."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from controller.fleet.messages import NOTHING_DESIRED, DesiredState, Message, ReportedState, hash_json_value
from controller.web.application import RequestContext, Route
from controller.web.metrics import Metric, gauge
from hub.page.access import Role
from hub.room import RoomLoop
from hub.table_management import NO_REPORT, RING_SHARES, NoAnswerError, Rollout, TableManager, tables_up_to_each_ring

RequireRole = Callable[[Request, Role], object]

SEVERITIES: Final = ("error", "warning", "note")


class TableRequest(Struct, frozen=True, forbid_unknown_fields=True):
    table: Annotated[str, Meta(max_length=64)]
    do: Literal["identify", "doctor", "report", "message"]
    text: Message = ""


class FleetPage:
    """The fleet page: stewards identify tables and send messages, the owner reads findings and reports."""

    def __init__(self, care: TableManager, room: RoomLoop, enter: RequireRole) -> None:
        self._table_manager = care
        self._room_loop = room
        self._require_role = enter

    def routes(self) -> list[Route[Any]]:
        return [
            Route("GET", "/api/fleet", Role.OWNER, self._get_fleet_json),
            Route("POST", "/api/fleet/ask", Role.STEWARD, self._ask_table, body_type=TableRequest),
        ]

    async def _get_fleet_json(self, _: RequestContext[None]) -> dict[str, Any]:
        return self.fleet_to_json()

    def fleet_to_json(self) -> dict[str, Any]:
        """Return the fleet as JSON.

        - ``tables``, in the room's order: ``table``, ``name``, ``online``, ``version``, ``desired``, ``reported``,
          ``house`` (for each desired part ``part``, ``game``, ``hash``, ``state``, which is ``untold`` until the
          table answers, and ``why``), ``ring`` (of the rollout, from 1; None if in no ring),
          ``examined`` (its doctor answered), ``findings`` (``code``, ``severity``, ``device``, ``cause``, ``cure``);
        - ``codes``, the worst first: ``code``, ``severity``, ``tables``;
        - ``rollout``: ``version``, ``ring`` (from 1), ``of`` (rings), ``stopped`` (why, or ""); None without one.
        """
        care, tables, rollout = self._table_manager, [], self._table_manager.rollout
        in_ring = {} if rollout is None else _ring_number_by_table(rollout, care.desired.reports)
        by_code: dict[tuple[int, str], list[str]] = defaultdict(list)
        for seen in self._room_loop.room.list_table_summaries():
            table = seen["table"]
            desired, reported = care.desired.desired_state_of(table), care.desired.reports.get(table, NO_REPORT)
            findings = care.doctor_findings_by_table.get(table, ())
            for code in sorted({(SEVERITIES.index(each.severity), each.code) for each in findings}):
                by_code[code].append(table)
            tables.append(
                {
                    **seen,
                    "desired": None if desired == NOTHING_DESIRED else msgspec.to_builtins(desired),
                    "reported": None if reported == NO_REPORT else msgspec.to_builtins(reported),
                    "house": list(_room_settings_states(desired, reported)),
                    "ring": in_ring.get(table),
                    "examined": table in care.doctor_findings_by_table,
                    "findings": msgspec.to_builtins(findings),
                }
            )
        codes = [
            {"code": code, "severity": SEVERITIES[rank], "tables": who} for (rank, code), who in sorted(by_code.items())
        ]
        goes = rollout and {
            "version": rollout.version,
            "ring": rollout.ring + 1,
            "of": len(RING_SHARES),
            "stopped": rollout.stopped,
        }
        return {"tables": tables, "codes": codes, "rollout": goes}

    async def _ask_table(self, context: RequestContext[TableRequest]) -> Any:
        body = context.body
        if body.do in {"doctor", "report"}:
            self._require_role(context.request, Role.OWNER)
        if not self._room_loop.room.is_online(body.table):
            raise HTTPException(
                409,
                f"Saw {body.table!r}, expected a table that is online. Check that it is on and connected to this room.",
            )
        try:
            answer = await self._table_manager.ask_and_await_answer(body.table, body.do, body.text)
        except NoAnswerError as fault:
            raise HTTPException(409, str(fault)) from None
        if not answer.done:
            raise HTTPException(409, answer.why)
        if body.do != "report":
            return {"findings": msgspec.to_builtins(answer.findings)}
        headers = {"content-disposition": f'attachment; filename="{body.table}-report.zip"'}
        return Response(answer.report, media_type="application/zip", headers=headers)


def _ring_number_by_table(rollout: Rollout, tables: Iterable[str]) -> Mapping[str, int]:
    """Return the ring, from 1, in which each table gets the version."""
    found: dict[str, int] = {}
    for number, ring in enumerate(tables_up_to_each_ring(rollout, tables), 1):
        for table in ring:
            found.setdefault(table, number)
    return found


def _room_settings_states(wanted: DesiredState, reported: ReportedState) -> Iterator[dict[str, str]]:
    """Ignore reports on older values."""
    said = {(each.part, each.game): each for each in reported.house}
    for part, game, of in wanted.house.iter_parts():
        hash_, answer = hash_json_value(of), said.get((part, game))
        state, why = ("untold", "") if answer is None or answer.hash != hash_ else (answer.state, answer.why)
        yield {"part": part, "game": game, "hash": hash_, "state": state, "why": why}


def room_metrics(
    tables: Mapping[str, int], alerts: Mapping[str, int], *, connected: bool, pages: int, standby: bool
) -> list[Metric]:
    by_state, by_code = ([((name,), count) for name, count in each.items()] for each in (tables, alerts))
    return [
        Metric("royaltable_tables", "Tables of the room.", by_state, ("state",)),
        Metric("royaltable_needs", "Open alerts.", by_code, ("code",)),
        gauge("royaltable_broker_heard", "Whether the hub is connected to the broker.", int(connected)),
        gauge("royaltable_standby", "Whether another hub is active, and this one waits.", int(standby)),
        gauge("royaltable_pages", "Pages that are told of changes.", pages),
    ]
