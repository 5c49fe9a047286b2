// The owner's face: keys, house rules, devices, stickers, arrow, settings, games, backup.
import { el } from "../shared/dom.js";
import { createKeeping } from "./acts.js";
import { createArrow } from "./arrow.js";
import { createBackup } from "./backup.js";
import { createGames } from "./games.js";
import { createHealth } from "./health.js";
import { createHouse } from "./house.js";
import { createKeys } from "./keys.js";
import { createSettings } from "./settings.js";
import { createStickers } from "./stickers.js";

const REST_MS = 2000; // between two looks, however much happens at the table

export function createOwner(acts) {
  const keeping = createKeeping(acts.complain);
  const settings = createSettings(keeping);
  const parts = [
    createHealth(keeping), createHouse(keeping, look), createKeys(keeping, look), createStickers(keeping, look),
    createArrow(keeping, settings.fill), settings, createGames(keeping), createBackup(keeping, look),
  ];
  const main = el("main", { id: "main", class: "owner" }, parts.map((part) => part.element));
  let timer = null;
  acts.box().then((box) => box && parts.forEach((part) => part.unpack?.(box)));

  async function look() {
    clearTimeout(timer);
    timer = null;
    const found = await keeping.overview();
    if (found === null) return;
    parts.forEach((part) => part.show(found));
    if (found.stickers.doing) lookSoon();
  }

  function lookSoon() {
    timer ??= setTimeout(() => main.isConnected && look(), REST_MS);
  }

  look();
  return { elements: [main], draw: lookSoon };
}
