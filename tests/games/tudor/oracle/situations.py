"""What has happened in a game: names for the rare things, told from a line and the states around it."""

from collections.abc import Iterator

from tests.games.tudor.oracle.words import Box, Json, rings_of


def seen(box: Box, before: Json, line: Json, rule: str | None, after: Json) -> Iterator[str]:
    if rule is not None:
        yield f"refused {rule}"
        return
    yield f"{line['do']} {line.get('action', '')}".strip()
    if line["do"] == "start":
        yield f"{box['n']} players"
        yield f"scoring {min(box['scoring'])} and {max(box['scoring'])}"
        yield f"scenario {box['scenario']} with {box['n']} players"
        return
    if line["do"] == "undo":
        yield "undo of the end" if before["phase"] == "over" else f"undo in {before['phase']}"
        return
    yield from of_the_action(box, before, line, after)
    yield from of_the_state(box, before, after)


def of_the_action(box: Box, before: Json, line: Json, after: Json) -> Iterator[str]:
    do, step = line["do"], before["due"][0]["step"] if before["due"] else None
    if do == "scenario":
        yield f"scenario {box['scenario']} {line['side']}"
    if do == "amend":
        what = next(key for key in line if key != "do")
        yield f"amend {what}" + (f" while {step} is due" if step else "")
    if do == "recall":
        yield f"recall in {before['phase']}"
    if do == "act" and step == "office_action":
        yield "office's action"
        if any(due["step"] == "office_action" for due in after["due"]):
            yield "office after office"
    if do == "act" and before["turn"]["figure"] is None and step is None:
        yield f"{line['action']} without a figure"
    if do == "act" and len(line.get("swaps", [])) == 2:
        yield "two exchanges"
    if do == "act" and line["action"] == "B" and "card" not in line:
        yield "B without a card"
    if do == "act" and line["action"] == "D" and len(line["cards"]) == 1:
        yield "D with one card"
    if do == "act" and line["action"] == "E" and "card" in line:
        yield "E with a card"
    if do == "act" and "back" in line:
        yield "F with two cards"
    if do in {"act", "move", "scenario"} and "from" in line and "path" in line:
        if any(before["spaces"][space]["courtier"] for space in line["path"]):
            yield "passed a courtier"
        if line["from"] == "supply":
            yield f"from the supply by {line.get('action', do)}"
        if before["spaces"][line["path"][-1]]["token"] is None:
            yield "ended on an empty space"
        if (
            any(before["spaces"][one]["round"] for one in line["path"])
            and not before["spaces"][line["path"][-1]]["round"]
        ):
            yield "round token taken earlier"
    if do == "draw" and not any(after["bag"].values()):
        yield "last token drawn"


def of_the_state(box: Box, before: Json, after: Json) -> Iterator[str]:
    new_due = [step["step"] for step in after["due"] if step not in before["due"]]
    if "ring" in new_due:
        step = next(step for step in after["due"] if step["step"] == "ring")
        yield "office taken" if step["from"] == "stand" else "office robbed"
    if "token" in new_due:
        yield "a token to use"
    if any(len(rings_of(player)) >= 6 for player in after["players"]):
        yield "six rings"
    if not any(after["bag"].values()):
        yield "empty bag"
    if 0 in after["stacks"].values():
        yield "empty stack"
    if any(player["supply"] == 0 for player in after["players"]):
        yield "empty supply"
    if all(len(chamber["bench"]) >= box["bench"] for chamber in after["chambers"]):
        yield "all benches full"
    if before["phase"] == "assignment" and after["phase"] == "lords":
        placed = sum(len(chamber["bench"]) for chamber in before["chambers"]) + 1
        free = sum(chamber["chairs"].count(None) for chamber in before["chambers"])
        if placed > free:
            yield "pushed out"
        if any(player["to_place"] > 1 for player in before["players"]):
            yield "placements lost"
    if before["round"] < after["round"] and any(chamber["bench"] for chamber in after["chambers"]):
        yield "bench kept for the next round"
    if after["phase"] == "over":
        yield f"over after {after['round']} rounds"
        yield "several winners" if len(after["winners"]) > 1 else "one winner"
