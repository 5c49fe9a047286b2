// The spinner: its sectors, and the arrow where the motor really is.
import { mark, svg, whenChanged } from "../shared/dom.js";
import { say } from "../shared/strings.js";

const RADIUS = 46;

/** Draws `table.sectors` clockwise from the home mark at the top, and the arrow at `table.arrow_deg`. */
export function createSpinner() {
  const disc = svg("g", {});
  const arrow = svg("path", { class: "arrow", d: "M50 21l6 11h-3.500v24a4 4 0 1 1-5 0V32H44z" });
  const element = svg("svg", { class: "spinner", viewBox: "0 0 100 100", role: "img" }, disc, arrow,
    svg("path", { class: "home", d: "M50 0l4 6h-8z" }));
  let shown_deg = 0;

  const drawDisc = whenChanged((sectors) => {
    let from_deg = 0;
    disc.replaceChildren(...sectors.flatMap(({ number, degrees }) => {
      const sector = drawSector(number, from_deg, degrees);
      from_deg += degrees;
      return sector;
    }));
  });

  function draw(table) {
    drawDisc(table.sectors);
    // The shorter way round: from 359 to 1 degree is a small step forward.
    shown_deg += ((((table.arrow_deg - shown_deg) % 360) + 540) % 360) - 180;
    arrow.style.setProperty("rotate", `${shown_deg}deg`);
    mark(element, { "aria-label": say("arrow", { degrees: Math.round(table.arrow_deg) }) });
  }

  return { element, draw };
}

function drawSector(value, from_deg, degrees) {
  const [from, to, middle] = [at(from_deg), at(from_deg + degrees), at(from_deg + degrees / 2, RADIUS * 0.8)];
  const large = degrees > 180 ? 1 : 0;
  const path = degrees >= 360
    ? `M50 4a46 46 0 1 1 0 92a46 46 0 1 1 0-92z`
    : `M50 50L${from.x} ${from.y}A${RADIUS} ${RADIUS} 0 ${large} 1 ${to.x} ${to.y}z`;
  return [
    svg("path", { class: `sector sector-${value % 4}`, d: path }),
    svg("text", { x: middle.x, y: middle.y }, String(value)),
  ];
}

function at(degrees, radius = RADIUS) {
  const turn = ((degrees - 90) * Math.PI) / 180;
  return { x: 50 + radius * Math.cos(turn), y: 50 + radius * Math.sin(turn) };
}
