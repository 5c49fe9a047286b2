"""The report contains the state of the table and no secret."""

import json
import sys
import zipfile
from pathlib import Path

from click.testing import CliRunner

from controller import __main__, config, secret
from controller.care import report
from controller.care.doctor.examination import examine_without_devices
from controller.care.doctor.findings import make_finding
from controller.store import keyring
from controller.store.journal import Entry, Journal
from controller.store.setup_results import DeviceResult, SetupResults
from controller.store.table_files import TableFiles

SECRET = "hunter2secret"

SETTINGS = f"""
# {SECRET}: the password of our network
castle = [{{color = "blue", node = "b"}}, {{color = "yellow", node = "y"}}]
[table]
name = "{SECRET}"
[tags]
file = "{SECRET}.toml"
[journal]
file = "{SECRET}.journal"
[page]
host = "{SECRET}.local"
"""


def planted(folder: Path) -> TableFiles:
    home = folder / SECRET
    home.mkdir()
    (home / "table.toml").write_text(SETTINGS)
    (home / f"{SECRET}.toml").write_text(f'# {SECRET}\n[tags]\n04a1b2c3d4e5f6 = "t07"\n')
    own = TableFiles.from_settings(config.load_config(home / "table.toml"), home / "table.toml")
    keys = keyring.Keyring(own.keys)
    keys.set_password(secret.Secret(SECRET))
    keys.create_token(SECRET)
    own.house_rules.write_text(json.dumps({"note": SECRET}))
    blue = DeviceResult(works=False, tried="2026-06-01", measured={"chip": "92h"}, fault=f"{own.config}: no such file")
    SetupResults(own.setup_results, own.config).save_result("blue", blue)
    with Journal(own.journal) as journal:
        journal.append([Entry(1, 1, {"do": "stop"}, f"page:{SECRET}", "2026-01-01T00:00:00+00:00")])
        journal.append(
            [Entry(1, 2, {"do": "confirm", "tile": "t20", "tiles": ["t21"]}, "gate:blue", "2026-01-01T00:00:01+00:00")]
        )
    return own


def contents(file: Path) -> dict[str, str]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


LOG_LINES = f"<6>event=start actions=3 devices=oled\\nPIN is {SECRET}\\nevent=device_lost device=blue\\n  {SECRET}=1"


def test_the_report_contains_no_secret_and_all_the_rest(tmp_path: Path) -> None:
    own = planted(tmp_path)
    settings = config.load_config(tmp_path / SECRET / "table.toml")
    findings = [
        *examine_without_devices(settings, own),
        make_finding("RT-KEYS-OPEN", file=own.keys, mode="644", owner="nobody"),
    ]
    command = (sys.executable, "-c", f"print({LOG_LINES!r}.replace(chr(92) + 'n', chr(10)))")
    report.write_report(tmp_path / "report.zip", settings, own, findings, log=command)
    files = contents(tmp_path / "report.zip")
    assert SECRET not in (tmp_path / "report.zip").read_bytes().decode("latin-1")
    assert {name: text for name, text in files.items() if SECRET in text or "04a1b2" in text} == {}
    keys = json.loads(own.keys.read_text())
    hashes = {keys["password"]["salt"], keys["password"]["digest"], keys["tokens"][0]["sha256"]}
    assert not [each for each in hashes if any(each in text for text in files.values())]
    assert files["log.txt"] == "<6>event=start actions=3 devices=oled\nevent=device_lost device=blue"
    (blue,) = json.loads(files["birth-certificate.json"]).values()
    assert (blue["measured"], blue["fault"]) == ({"chip": "92h"}, ".../table.toml: no such file")
    journal = json.loads(files["journal.json"])
    assert [(entry["action"]["do"], entry["origin"]) for entry in journal["tail"]] == [
        ("stop", "page:..."),
        ("confirm", "gate:blue"),
    ]
    assert "t20" not in files["journal.json"]
    assert "t21" not in files["journal.json"]
    assert json.loads(files["settings.json"])["castle"][0]["node"] == "b"
    assert json.loads(files["versions.json"])["packages"]["click"]
    assert "RT-KEYS-OPEN" in {each["code"] for each in json.loads(files["doctor.json"])}
    assert json.loads(files["counters.json"])["failed_starts"] == 0


def test_a_report_is_written_without_journal_and_log(tmp_path: Path) -> None:
    own = TableFiles(tmp_path / "none.journal")
    report.write_report(tmp_path / "report.zip", config.simulator(), own, [], log=("a-command-that-is-not-there",))
    assert json.loads(contents(tmp_path / "report.zip")["journal.json"]) == {"games": [], "tail": []}


def test_the_command_never_overwrites_a_file(tmp_path: Path) -> None:
    planted(tmp_path)
    arguments = ["report", str(tmp_path / "r.zip"), "--config", str(tmp_path / SECRET / "table.toml")]
    done = CliRunner().invoke(__main__.main, arguments)
    assert done.exit_code == 0, done.output
    assert all(SECRET not in text for text in contents(tmp_path / "r.zip").values())
    assert CliRunner().invoke(__main__.main, arguments).exit_code == 1


def test_a_simulated_table_gets_no_findings_on_hardware(tmp_path: Path) -> None:
    arguments = ["report", str(tmp_path / "r.zip"), "--sim", "--journal", str(tmp_path / "sim.journal")]
    done = CliRunner().invoke(__main__.main, arguments)
    assert done.exit_code == 0, done.output
    assert json.loads(contents(tmp_path / "r.zip")["doctor.json"]) == []
