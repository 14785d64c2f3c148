// Which page the address asks for: the whole table, one of its small views (?view=overlay, ?view=seat, ?view=tv), or the hall of
// many tables (?view=hall, which a program of its own serves), or the games that were played (?view=games), the people who
// played them (?view=people) and the rules they play by (?view=rules), help (?view=help), or the first start, before there is a table
// (?view=set_up).

/** @type {Record<string, string>} */
const VIEWS = { overlay: "./overlay_main.js", seat: "./seat_main.js", set_up: "./set_up_main.js", hall: "./hall_main.js", games: "./games_main.js", people: "./people_main.js", rules: "./rules_main.js", help: "./help_main.js", tv: "./tv_main.js" };

const view = new URLSearchParams(location.search).get("view") ?? "";
// A stream's overlay lies over a picture: nothing of ours flashes up there.
document.body.toggleAttribute("data-loading", view !== "overlay");
import(VIEWS[view] ?? "./main.js").then(() => document.body.removeAttribute("data-loading"));
