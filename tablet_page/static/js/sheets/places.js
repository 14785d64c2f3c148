// From a tile on the page to the event that laid it, in the words of docs/corrections.md.
//
// A place is a text: "river:0:5" (seat, index), "flower:1:0", "dora:0", "meld:2:0" (a whole meld), and for hands that lie
// open "hand:3:5m", "winning:3:5m" (seat, tile), "ura:0". Of the board the events are known; those of hands are looked up.

/** What a place of the board is: {event, seat, index, tile, zone}; null when nothing lies there.
 * @param {Documents} documents
 * @param {string} place
 * @returns {Target | null} */
export function onBoard(documents, place) {
  const [zone, ...rest] = place.split(":");
  const [seat, index] = rest.map(Number);
  const { board, state } = documents;
  switch (zone) {
    case "river": return found(zone, seat, index, board.events.rivers[seat][index], board.rivers[seat][index]?.tile);
    case "flower": return found(zone, seat, index, board.events.flowers[seat][index], board.flowers[seat][index]);
    case "dora": return found(zone, null, seat, board.events.indicators[seat], state.dora_indicators[seat]);
    default: return null;
  }
}

/**
 * @param {"river" | "flower" | "dora"} zone
 * @param {number | null} seat
 * @param {number} index
 * @param {number | undefined} event
 * @param {string | undefined} tile
 */
function found(zone, seat, index, event, tile) {
  if (event === undefined || tile === undefined) return null;
  return /** @type {Target} */ ({ zone, seat, index, event, tile, at: "" });
}

/** Where the event `number` lies on the board now: its place as a text, or null.
 * @param {Documents} documents
 * @param {number} number */
export function placeOfEvent(documents, number) {
  const { events } = documents.board;
  for (const [zone, rows] of Object.entries({ river: events.rivers, flower: events.flowers })) {
    for (const [seat, row] of rows.entries()) {
      if (row.includes(number)) return `${zone}:${seat}:${row.indexOf(number)}`;
    }
  }
  if (events.indicators.includes(number)) return `dora:${events.indicators.indexOf(number)}`;
  for (const [seat, melds] of events.melds.entries()) {
    const index = melds.findIndex((numbers) => numbers.includes(number));
    if (index >= 0) return `meld:${seat}:${index}`;
  }
  return null;
}

/** The meld at "meld:2:0": {seat, index, meld, events}; null when there is none.
 * @param {Documents} documents
 * @param {string} place */
export function meldOnBoard(documents, place) {
  const [, seat, index] = place.split(":").map(Number);
  const meld = documents.board.melds[seat]?.[index];
  const events = documents.board.events.melds[seat]?.[index];
  return meld && events ? { seat, index, meld, events } : null;
}

/** A tile of a hand that lies open, among the events of its deal: {event, at, seat, tile, zone}; null when it is not there.
 * @param {ListedEvent[]} events
 * @param {string} place
 * @returns {Target | null} */
export function inHands(events, place) {
  const [zone, first, tile] = place.split(":");
  const seat = Number(first);
  const counted = events.filter((item) => !item.aside);
  if (zone === "ura") return uraTile(counted, seat);
  for (const item of [...counted].reverse()) {
    const at = placeInHand(item.event, seat, tile, zone === "winning");
    if (at) return { zone: /** @type {"hand" | "show" | "winning"} */ (zone), seat, event: item.seq, at, tile };
  }
  return null;
}

/**
 * @param {ListedEvent[]} events
 * @param {number} index
 * @returns {Target | null}
 */
function uraTile(events, index) {
  const item = events.findLast((other) => other.event.type === "wins_declared" && other.event.ura_indicators.length > index);
  const tile = item?.event.ura_indicators?.[index];
  return item && tile ? { zone: "ura", seat: null, event: item.seq, at: `ura_indicators.${index}`, tile } : null;
}

/**
 * @param {GameEvent} event
 * @param {number} seat
 * @param {string} tile
 * @param {boolean} isWinning
 */
function placeInHand(event, seat, tile, isWinning) {
  if (event.type === "wins_declared") {
    const number = event.wins.findIndex((win) => win.seat === seat);
    if (number < 0) return null;
    const place = event.wins[number].concealed.indexOf(tile);
    if (place >= 0 && !isWinning) return `wins.${number}.concealed.${place}`;
    return event.wins[number].winning_tile === tile ? `wins.${number}.winning_tile` : null;
  }
  if (event.type === "hand_shown" && event.seat === seat && event.hand?.includes(tile)) return `hand.${event.hand.indexOf(tile)}`;
  if (event.type === "exhaustive_draw" && event.hands[seat]?.includes(tile)) return `hands.${seat}.${event.hands[seat].indexOf(tile)}`;
  return null;
}

/** The tile at a path such as "wins.0.concealed.5" of an event; "" is its own tile.
 * @param {GameEvent} event
 * @param {string} path
 * @returns {string | null} */
export function tileAt(event, path) {
  if (path === "") return event.tile ?? null;
  return path.split(".").reduce((value, step) => value?.[step], /** @type {any} */ (event)) ?? null;
}

/** Every meld that `kind` can be with the tile `called`, red fives included where there are any: lists of tiles.
 * @param {string} kind
 * @param {string} called
 * @param {boolean} hasRedFives */
export function meldTiles(kind, called, hasRedFives) {
  const [digit, suit] = called;
  const number = digit === "0" ? 5 : Number(digit);
  if (!"mpsz".includes(suit)) return [];
  if (kind === "chow") return suit === "z" ? [] : [number - 2, number - 1, number].filter((low) => low >= 1 && low <= 7)
    .flatMap((low) => withReds([low, low + 1, low + 2].filter((other) => other !== number).map((other) => `${other}${suit}`), called, hasRedFives));
  const copies = kind === "pung" ? 2 : 3;
  return withReds(Array(copies).fill(`${number}${suit}`), called, hasRedFives);
}

/**
 * @param {string[]} others
 * @param {string} called
 * @param {boolean} hasRedFives
 */
function withReds(others, called, hasRedFives) {
  const plain = [...others, called];
  const five = others.findIndex((tile) => tile[0] === "5" && tile[1] !== "z");
  if (!hasRedFives || five < 0 || called[0] === "0") return [plain.sort(byKind)];
  const red = others.map((tile, index) => (index === five ? `0${tile[1]}` : tile));
  return [plain.sort(byKind), [...red, called].sort(byKind)];
}

/**
 * @param {string} one
 * @param {string} other
 */
function byKind(one, other) {
  /** @param {string} tile */
  const rank = (tile) => tile[1] + (tile[0] === "0" ? "5" : tile[0]);
  return rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0;
}
