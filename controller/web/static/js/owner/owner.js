// The owner's page: keys, house rules, devices, stickers, arrow, settings, room, games, backup.
import { el } from "../shared/dom.js";
import { createOwnerActs } from "./acts.js";
import { createArrow } from "./arrow.js";
import { createBackup } from "./backup.js";
import { createGames } from "./games.js";
import { createHealth } from "./health.js";
import { createHouse } from "./house.js";
import { createKeys } from "./keys.js";
import { createRoom } from "./room.js";
import { createSettings } from "./settings.js";
import { createStickers } from "./stickers.js";
import { createVoice } from "./voice.js";

const REST_MS = 2000; // between two looks, however much happens at the table

/** `tileName(tile)` is what the game calls a tile of the box. */
export function createOwner({ complain }, tileName) {
  const acts = createOwnerActs(complain);
  const settings = createSettings(acts);
  const parts = [
    createHealth(acts), createHouse(acts, look), createVoice(acts, look), createKeys(acts, look), createStickers(acts, look, tileName),
    createArrow(acts, settings.fill), settings, createRoom(acts, look), createGames(acts), createBackup(acts, look),
  ];
  const main = el("main", { id: "main", class: "owner" }, parts.map((part) => part.element));
  let timer = null;
  let asked = 0;
  let shown = 0;
  acts.box().then((box) => box && parts.forEach((part) => part.unpack?.(box)));

  async function look() {
    clearTimeout(timer);
    timer = null;
    const mine = ++asked;
    const found = await acts.overview();
    if (found === null || mine < shown) return; // a later look knew more
    shown = mine;
    parts.forEach((part) => part.show(found));
    if (found.stickers.doing) lookSoon();
  }

  function lookSoon() {
    timer ??= setTimeout(() => main.isConnected && look(), REST_MS);
  }

  look();
  return { elements: [main], draw: lookSoon };
}
