"""Route a board on two layers; ground is left to the pours, but for the connectors' pins. Runs in KiCad's Debian.

The method is PathFinder's (McMurchie and Ebeling, 1995): each net takes its cheapest way over a grid, at first through
other nets; cells that several nets want get dearer from pass to pass, until each net has its own.

Usage: route.py PLACED.kicad_pcb TO.kicad_pcb [FIRST]

FIRST is the number of the net to begin with; another one gives another board.
"""

import heapq
import math
import sys
from functools import cache

import pcbnew
from lay_out import CLEARANCE, EDGE, TRACK, VIA, VIA_DRILL, extent, point, position

STEP = 0.25
"""Grid, in mm; the origin is the board's lower left corner."""
MARGIN = CLEARANCE + 0.02
POUR = 0.9
"""Kept free around pads of ground, for the spokes of the pours."""
WIDE = 0.6
WIDE_NETS = ("5V", "VSYS", "3.3V", "GND")
"""Supplies, by the start of their names: wider than other tracks."""
VIA_COST, OFF_AXIS, PASSES = 12, 1.25, 60
LAYERS = (pcbnew.F_Cu, pcbnew.B_Cu)
NOBODY = "-"


@cache
def disc_steps(radius):
    reach = math.floor(radius / STEP)
    steps = [(x, y) for x in range(-reach, reach + 1) for y in range(-reach, reach + 1)]
    return [(x, y) for x, y in steps if math.hypot(x, y) * STEP < radius - 1e-6]


def track_width(net):
    return WIDE if net.startswith(WIDE_NETS) else TRACK


class Router:
    """The grid of a board, and the ways found so far.

    A cell is a number, and those of the lower layer follow the upper's. ``closed[width]`` says for a track of a width
    which net alone may pass a cell, for pads and edges; ``used[width]`` counts the nets that it would touch there.
    """

    def __init__(self, board):
        self.board = board
        box = board.GetBoardEdgesBoundingBox()
        (left, top), (right, low) = position(box.GetOrigin()), position(box.GetEnd())
        self.columns, self.rows = round((right - left) / STEP) + 1, round((top - low) / STEP) + 1
        self.size = self.columns * self.rows
        self.closed = {width: [None] * 2 * self.size for width in (TRACK, WIDE, VIA)}
        self.used = {width: [0] * 2 * self.size for width in self.closed}
        self.dearer = [1.0] * 2 * self.size
        self.pads = {}
        self.ways = {}
        self.touched = {}
        for width in self.closed:
            gap = EDGE + width / 2 + 0.1
            inside = set(self.rectangle(gap, gap, right - left - gap, top - low - gap))
            self.close((cell for cell in range(self.size) if cell not in inside), NOBODY, width)
        for footprint in sorted(board.GetFootprints(), key=lambda each: each.GetReference()):  # KiCad's order is random
            for pad in footprint.Pads():
                name = f"{footprint.GetReference()}.{pad.GetNumber()}"
                self.close_pad(pad, name, joins_ground=footprint.GetReference()[0] == "J")
            for zone in footprint.Zones():
                self.close_keep_out(zone)

    def rectangle(self, left, low, right, high):
        for row in range(max(0, math.ceil(low / STEP)), min(self.rows - 1, math.floor(high / STEP)) + 1):
            for column in range(max(0, math.ceil(left / STEP)), min(self.columns - 1, math.floor(right / STEP)) + 1):
                yield row * self.columns + column

    def spot(self, cell):
        return cell % self.columns * STEP, cell % self.size // self.columns * STEP

    def close(self, cells, net, width, layers=(0, 1)):
        closed = self.closed[width]
        for cell in cells:
            for at in (cell + layer * self.size for layer in layers):
                closed[at] = net if closed[at] in {None, net} else NOBODY

    def close_pad(self, pad, name, joins_ground):
        left, low, right, high = extent(pad)
        bare = pad.GetAttribute() == pcbnew.PAD_ATTRIB_NPTH
        net = NOBODY if bare else pad.GetNetname() or name
        for width in self.closed:
            gap = width / 2 + (POUR if net == "GND" else 0.3 if bare else MARGIN)
            cells = self.rectangle(left - gap, low - gap, right + gap, high + gap)
            self.close(cells, NOBODY if width == VIA else net, width)
        if not bare and (net != "GND" or joins_ground) and not net.startswith("unconnected-"):
            cells = list(self.rectangle(left, low, right, high))
            both = frozenset(cell + layer * self.size for cell in cells for layer in (0, 1))
            self.pads.setdefault(net, []).append((position(pad.GetPosition()), both))

    def close_keep_out(self, zone):
        """Close what a footprint keeps free, such as the room under an antenna."""
        left, low, right, high = extent(zone)
        for width in self.closed:
            if zone.GetDoNotAllowVias() if width == VIA else zone.GetDoNotAllowTracks():
                layers = [layer for layer in (0, 1) if zone.IsOnLayer(LAYERS[layer])]
                gap = width / 2
                self.close(self.rectangle(left - gap, low - gap, right + gap, high + gap), NOBODY, width, layers)

    def route(self, first):
        """Give each net its ways, those with few pads first; raise SystemExit where that fails."""
        nets = sorted((len(pads), net) for net, pads in self.pads.items() if len(pads) > 1)
        nets = [net for _, net in nets[first:] + nets[:first]]
        for number in range(PASSES):
            moved = 0
            for net in nets:
                if net in self.ways:
                    used = self.used[track_width(net)]
                    shared = [at for way in self.ways[net] for at in way if used[at] > 1]
                    if not shared:
                        continue
                    for at in shared:
                        self.dearer[at] += 1
                    self.count(net, -1)
                moved += 1
                self.ways[net] = self.find_ways(net, min(2 * 1.5**number, 200))
                self.touch(net)
                self.count(net, 1)
            print(f"pass {number + 1}: {moved} nets", file=sys.stderr, flush=True)
            if not moved:
                return
        raise SystemExit(f"no way without crossings in {PASSES} passes")

    def count(self, net, by):
        for width, cells in self.touched[net].items():
            used = self.used[width]
            for at in cells:
                used[at] += by

    def touch(self, net):
        """Note the cells where a track or via of another net would touch this net's."""
        self.touched[net] = {width: set() for width in self.used}
        for way in self.ways[net]:
            for before, at in zip([None, *way], way, strict=False):
                is_via = before is not None and abs(before - at) == self.size
                half = VIA / 2 if is_via else track_width(net) / 2
                for width, cells in self.touched[net].items():
                    near = self.disc(at % self.size, half + width / 2 + MARGIN)
                    for layer in (0, 1) if is_via else (at // self.size,):
                        cells.update(cell + layer * self.size for cell in near)

    def disc(self, cell, radius):
        """Return the cells around one; those beyond an edge are the next row's, and closed."""
        return [cell + across + along * self.columns for across, along in disc_steps(radius)]

    def find_ways(self, net, crossing):
        """Return ways, lists of cells, that join all pads of a net."""
        rest = sorted(self.pads[net], key=lambda pad: pad[0])
        tree = set(rest.pop(0)[1])
        ways = []
        while rest:
            goals = {at: pad for pad in rest for at in pad[1]}
            way = self.find_way(net, tree, goals, crossing)
            pad = goals[way[0]]
            rest.remove(pad)
            tree.update(way, pad[1])
            ways.append(way)
        return ways

    def find_way(self, net, tree, goals, crossing):
        """Return the cheapest way from the tree to one of the goals, from its end (A*)."""
        size, columns, dearer = self.size, self.columns, self.dearer
        closed, used = self.closed[track_width(net)], self.used[track_width(net)]
        spots = [divmod(at % size, columns) for at in goals]
        left, right = min(x for _, x in spots), max(x for _, x in spots)
        low, high = min(y for y, _ in spots), max(y for y, _ in spots)

        def left_over(at):
            y, x = divmod(at % size, columns)
            across, along = max(left - x, 0, x - right), max(low - y, 0, y - high)
            return across + 0.4 * along if across > along else along + 0.4 * across

        straight, skew = 1.0, math.sqrt(2) * OFF_AXIS
        across, along = ((1, straight), (-1, straight)), ((columns, OFF_AXIS), (-columns, OFF_AXIS))
        diagonal = tuple((x + y, skew) for x in (1, -1) for y in (columns, -columns))
        turned = tuple((step, OFF_AXIS) for step, _ in across), tuple((step, straight) for step, _ in along)
        steps = ((*across, *along, *diagonal), (*turned[0], *turned[1], *diagonal))
        queue = [(left_over(at), 0.0, at, None) for at in tree]
        heapq.heapify(queue)
        came = {}
        while queue:
            _, cost, at, before = heapq.heappop(queue)
            if at in came:
                continue
            came[at] = before
            if at in goals:
                way = [at]
                while came[way[-1]] is not None:
                    way.append(came[way[-1]])
                return way
            for step, distance in steps[at >= size]:
                beside = at + step
                owner = closed[beside]
                if (owner is None or owner == net) and beside not in came:
                    paid = cost + distance * dearer[beside] + crossing * used[beside]
                    heapq.heappush(queue, (paid + left_over(beside), paid, beside, at))
            beside = (at + size) % (2 * size)
            if self.closed[VIA][at] is None and beside not in came:
                paid = cost + VIA_COST + crossing * (self.used[VIA][at] + self.used[VIA][beside])
                heapq.heappush(queue, (paid + left_over(at), paid, beside, at))
        raise SystemExit(f"no way for {net}: its pads are walled in")

    def draw(self):
        """Draw the found ways as tracks and vias."""
        for net, ways in self.ways.items():
            for way in ways:
                start = 0
                for index in range(1, len(way)):
                    step = way[index] - way[index - 1]
                    if abs(step) == self.size:
                        self.draw_line(net, way[start], way[index - 1])
                        self.draw_via(net, way[index])
                        start = index
                    elif index > start + 1 and step != way[index - 1] - way[index - 2]:
                        self.draw_line(net, way[start], way[index - 1])
                        start = index - 1
                self.draw_line(net, way[start], way[-1])
                for at in (way[0], way[-1]):
                    for middle, cells in self.pads[net]:
                        if at in cells:
                            self.draw_line(net, at, at, middle)

    def draw_line(self, net, start, end, middle=None):
        """Draw a track between two cells of one layer, or from a cell to the middle of its pad."""
        ends = self.spot(start), middle or self.spot(end)
        if math.dist(*ends) < 1e-3:
            return
        track = pcbnew.PCB_TRACK(self.board)
        track.SetStart(point(*ends[0]))
        track.SetEnd(point(*ends[1]))
        track.SetWidth(pcbnew.FromMM(track_width(net)))
        track.SetLayer(LAYERS[start // self.size])
        track.SetNet(self.board.FindNet(net))
        self.board.Add(track)

    def draw_via(self, net, cell):
        via = pcbnew.PCB_VIA(self.board)
        via.SetPosition(point(*self.spot(cell)))
        via.SetWidth(pcbnew.FromMM(VIA))
        via.SetDrill(pcbnew.FromMM(VIA_DRILL))
        via.SetNet(self.board.FindNet(net))
        self.board.Add(via)


if __name__ == "__main__":
    placed = pcbnew.LoadBoard(sys.argv[1])
    router = Router(placed)
    router.route(int(sys.argv[3]) if len(sys.argv) > 3 else 0)
    router.draw()
    pcbnew.ZONE_FILLER(placed).Fill(placed.Zones())
    pcbnew.SaveBoard(sys.argv[2], placed)
