// Which page the address asks for: the whole table, or one of its small views (?view=overlay, ?view=seat).

const VIEWS = { overlay: "./overlay_main.js", seat: "./seat_main.js" };

import(VIEWS[new URLSearchParams(location.search).get("view")] ?? "./main.js");
