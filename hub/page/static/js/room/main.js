// The room's start: its tables, or their television.
import { setClock } from "./clock.js";
import { showLive } from "./live.js";
import { createRoomPage } from "./room_page.js";
import { createTvPage } from "./tv_page.js";

const onTv = location.pathname === "/tv";

await showLive({
  create: onTv ? createTvPage : createRoomPage, dress: onTv ? "tv" : "room",
  event: "room", path: "/api/stream", tick_ms: 250, heard: (room) => setClock(room.now_s),
});
