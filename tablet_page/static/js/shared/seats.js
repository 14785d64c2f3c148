// Who sits at the table: four people, or three where a seat stays empty.

/** The seats at which people play, in turn order.
 * @param {Pick<Wire.StateDocument, "system">} state
 * @returns {number[]} */
export function seatsOf(state) {
  return state.system.seats;
}

/** The seat whose turn comes so many turns after that of `seat`.
 * @param {Pick<Wire.StateDocument, "system">} state
 * @param {number} seat
 * @param {number} steps */
export function seatAfter(state, seat, steps) {
  const seats = seatsOf(state);
  return seats[(seats.indexOf(seat) + steps) % seats.length];
}

/** Whether a player may still declare riichi: the hand is closed (a concealed kong leaves it so), and it is not declared yet.
 * @param {{ state: Wire.StateDocument, board: Wire.BoardDocument }} documents
 * @param {number} seat */
export function mayDeclareRiichi({ state, board }, seat) {
  return state.system.has_riichi && !state.riichi[seat] && board.melds[seat].every((meld) => meld.kind === "concealed_kong");
}
