"""Make a board of its description: footprints, nets, outline, ground pours and print. Runs in KiCad's Debian.

Usage: lay_out.py BOARD.json SCHEMATIC.xml TO.kicad_pcb
"""

import json
import sys
import xml.etree.ElementTree as ET  # of our own netlist
from pathlib import Path

import pcbnew

LIBRARIES = Path("/usr/share/kicad/footprints")
ORIGIN = (50.0, 150.0)
"""The board's lower left corner on KiCad's sheet, whose y goes down."""
CLEARANCE, TRACK, VIA, VIA_DRILL, EDGE = 0.2, 0.3, 0.8, 0.4, 0.5
"""What any maker of cheap boards can do, in mm."""
PRINT_HEIGHT, PRINT_STROKE = 1.0, 0.15
"""Least height and stroke of printed text (JLCPCB, character design specifications)."""


def point(x, y):
    return pcbnew.VECTOR2I(pcbnew.FromMM(ORIGIN[0] + x), pcbnew.FromMM(ORIGIN[1] - y))


def position(vector):
    return pcbnew.ToMM(vector.x) - ORIGIN[0], ORIGIN[1] - pcbnew.ToMM(vector.y)


def extent(item):
    """Return left, low, right and high of something on the board."""
    box = item.GetBoundingBox()
    (left, high), (right, low) = position(box.GetOrigin()), position(box.GetEnd())
    return left, low, right, high


class Layout:
    def __init__(self, described, schematic):
        self.described = described
        self.board = pcbnew.BOARD()
        self.width, self.depth = described["size"]
        self.unconnected = {
            (node.get("ref"), node.get("pin")): net.get("name")
            for net in ET.parse(schematic).getroot().find("nets")
            for node in net
            if net.get("name").startswith("unconnected-")
        }

    def make(self):
        settings = self.board.GetDesignSettings()
        settings.m_TrackMinWidth = pcbnew.FromMM(0.2)
        settings.SetAuxOrigin(point(0, 0))
        settings.m_CopperEdgeClearance = pcbnew.FromMM(EDGE)
        for part in self.described["parts"]:
            self.add_part(part)
        for number, hole in enumerate(self.described["holes"], start=1):
            self.add_hole(number, hole)
        outline = pcbnew.PCB_SHAPE(self.board, pcbnew.SHAPE_T_RECT)
        outline.SetStart(point(0, 0))
        outline.SetEnd(point(self.width, self.depth))
        outline.SetLayer(pcbnew.Edge_Cuts)
        outline.SetWidth(pcbnew.FromMM(0.1))
        self.board.Add(outline)
        for layer in (pcbnew.F_Cu, pcbnew.B_Cu):
            self.pour_ground(layer)
        for x, y, text in self.described["notes"]:
            self.print(text, x, y, size=1.2)
        x, y = self.described["title_at"]
        self.print(self.described["title"], x, y, size=1.2)
        self.print(f"rev {self.described['revision']}, {self.described['date']}", x, y - 2.4, size=1.2)
        return self.board

    def net(self, name):
        found = self.board.FindNet(name)
        if found is None:
            found = pcbnew.NETINFO_ITEM(self.board, name)
            self.board.Add(found)
        return found

    def load(self, name, ref):
        library, name = name.split(":")
        footprint = pcbnew.FootprintLoad(str(LIBRARIES / f"{library}.pretty"), name)
        footprint.SetFPID(pcbnew.LIB_ID(library, name))
        footprint.SetReference(ref)
        self.board.Add(footprint)
        return footprint

    def add_part(self, part):
        footprint = self.load(part["footprint"], part["ref"])
        footprint.SetValue(part["value"])
        for name in ("maker", "number"):
            footprint.SetField(name, part[name])
            footprint.GetFieldByName(name).SetVisible(False)
        footprint.SetOrientationDegrees(part["turn"])
        pads = [pad for pad in footprint.Pads() if pad.GetNumber()]
        x, y = middle([position(pad.GetPosition()) for pad in pads])
        footprint.SetPosition(point(part["at"][0] - x, part["at"][1] - y) - point(0, 0) + footprint.GetPosition())
        for pad in pads:
            key = (part["ref"], pad.GetNumber())
            name = part["nets"].get(pad.GetNumber()) or self.unconnected[key]
            pad.SetNet(self.net(name))
            if len(pads) > 20 and part["ref"][0] == "J":  # tracks cut the pours between its pins into islands
                pad.SetLocalZoneConnection(pcbnew.ZONE_CONNECTION_NONE)
        self.print_names(part, footprint, pads)
        for item in footprint.GraphicalItems():  # the Pico's socket is beyond the edge
            if item.GetLayer() != pcbnew.F_SilkS:
                continue
            if extent(item)[0] < 0:
                item.SetLayer(pcbnew.F_Fab)
            elif isinstance(item, pcbnew.PCB_SHAPE):  # the libraries' lines are 0.12 mm wide
                item.SetWidth(pcbnew.FromMM(PRINT_STROKE))

    def print_names(self, part, footprint, pads):
        reference, value = footprint.Reference(), footprint.Value()
        x, y = part["at"]
        upright = part["turn"] % 180
        for text in (reference, value):
            text.SetTextSize(pcbnew.VECTOR2I(pcbnew.FromMM(PRINT_HEIGHT), pcbnew.FromMM(PRINT_HEIGHT)))
            text.SetTextThickness(pcbnew.FromMM(PRINT_STROKE))
            text.SetKeepUpright(True)
        if len(pads) == 1:
            reference.SetVisible(False)
            self.print(part["label"], x, y + 1.8)
        elif part["label"]:
            reference.SetVisible(False)
            self.print_labels(part, footprint, pads)
        elif part["ref"][0] in "RD":  # flat bodies: the reference inside, the value beside
            reference.SetPosition(point(x, y))
            value.SetLayer(pcbnew.F_SilkS)
            beside = 2.2 if part["ref"][0] == "R" else 2.25
            value.SetPosition(point(x - beside, y) if upright else point(x, y + beside))
            for text in (reference, value):
                text.SetTextAngleDegrees(90 if upright else 0)
        elif part["ref"] != self.described["header"]:
            value.SetLayer(pcbnew.F_SilkS)
            value.Move(pcbnew.VECTOR2I(0, pcbnew.FromMM(0.1)))

    def print_labels(self, part, footprint, pads):
        """Print a connector's name on the side of the board's edge, and its pins' names on the other side."""
        box = footprint.GetCourtyard(pcbnew.F_CrtYd).BBox()
        (left, high), (right, low) = position(box.GetOrigin()), position(box.GetEnd())
        x, y = part["at"]
        spots = [position(pad.GetPosition()) for pad in pads]
        lies = len({round(spot[0], 2) for spot in spots}) >= len({round(spot[1], 2) for spot in spots})
        name = f"{part['ref']} {part['label']}"
        if lies:
            upper = y > self.depth / 2
            self.print(name, (left + right) / 2, high + 1.1 if upper else low - 1.1)
            edge, angle, justify = (low - 0.4, 90, "right") if upper else (high + 0.4, 90, "left")
        else:
            outer = x > self.width / 2
            self.print(name, right + 1.0 if outer else left - 1.0, (low + high) / 2, angle=90)
            edge, angle, justify = (left - 0.4, 0, "right") if outer else (right + 0.4, 0, "left")
        for spot, label in zip(spots, part["pin_labels"], strict=False):
            self.print(label, *((spot[0], edge) if lies else (edge, spot[1])), angle=angle, justify=justify)

    def print(self, words, x, y, size=PRINT_HEIGHT, angle=0, justify="middle"):
        text = pcbnew.PCB_TEXT(self.board)
        text.SetText(words)
        text.SetPosition(point(x, y))
        text.SetLayer(pcbnew.F_SilkS)
        text.SetTextSize(pcbnew.VECTOR2I(pcbnew.FromMM(size), pcbnew.FromMM(size)))
        text.SetTextThickness(pcbnew.FromMM(PRINT_STROKE * size))
        text.SetTextAngleDegrees(angle)
        text.SetHorizJustify(
            {
                "left": pcbnew.GR_TEXT_H_ALIGN_LEFT,
                "middle": pcbnew.GR_TEXT_H_ALIGN_CENTER,
                "right": pcbnew.GR_TEXT_H_ALIGN_RIGHT,
            }[justify]
        )
        self.board.Add(text)

    def add_hole(self, number, at):
        footprint = self.load("MountingHole:MountingHole_3.2mm_M3", f"H{number}")
        footprint.SetPosition(point(*at))
        footprint.Reference().SetVisible(False)
        footprint.SetBoardOnly(True)
        footprint.SetExcludedFromBOM(True)
        footprint.SetExcludedFromPosFiles(True)

    def pour_ground(self, layer):
        zone = pcbnew.ZONE(self.board)
        zone.SetLayer(layer)
        zone.SetNet(self.net("GND"))
        outline = pcbnew.SHAPE_LINE_CHAIN()
        right, top = min(self.described["pour_to"], self.width - EDGE), self.depth - EDGE
        for x, y in ((EDGE, EDGE), (right, EDGE), (right, top), (EDGE, top)):
            outline.Append(point(x, y))
        outline.SetClosed(True)
        zone.AddPolygon(outline)
        zone.SetLocalClearance(pcbnew.FromMM(0.3))
        zone.SetMinThickness(pcbnew.FromMM(0.25))
        zone.SetThermalReliefGap(pcbnew.FromMM(0.4))
        zone.SetThermalReliefSpokeWidth(pcbnew.FromMM(0.5))
        self.board.Add(zone)


def middle(points):
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


if __name__ == "__main__":
    made = Layout(json.loads(Path(sys.argv[1]).read_text()), sys.argv[2]).make()
    pcbnew.SaveBoard(sys.argv[3], made)
