// Which piece of a drawn table lies where: the handle by which a hand carries it over a gate.

/** `lies(where, castle, faction)` gives the handle of another piece that lies there each time; null without one. */
export function createLying(table) {
  const left = new Set(table?.tiles ?? []);
  return (where, castle = null, faction = null) => {
    for (const tile of left) {
      if (tile.where !== where || (castle && tile.color !== castle) || (faction && tile.face?.faction !== faction)) continue;
      left.delete(tile);
      return tile.handle;
    }
    return null;
  };
}
