// @ts-check
/**
 * The table between two states: an event changes what is shown, and nothing else.
 * Pure: each function returns a new table.
 */

/** @typedef {import("./types.js").GameState} GameState */
/** @typedef {import("./types.js").TableEvent} TableEvent */

/**
 * The table after an event; nobody may act before the state that ends the update is shown.
 * @param {GameState} table
 * @param {TableEvent} event
 * @returns {GameState}
 */
export function after(table, event) {
  const quiet = { ...table, n: event.n, legal: [], illegal: {}, your_turn: false, claim: null };
  const change = CHANGES[event.kind];
  return change ? change(quiet, event) : quiet;
}

/** @type {Record<string, (table: GameState, event: TableEvent) => GameState>} */
const CHANGES = {
  deal_begun(table, event) {
    const dealer = event.dealer ?? 0;
    const order = ["forehand", "middlehand", "rearhand"];
    const seats = [0, 1, 2].map((player) => order[(player - dealer + 5) % 3]);
    return {
      ...table,
      phase: "auction",
      turn: null,
      deal: { ...table.deal, number: event.deal ?? 0, dealer, seats, marks: [] },
      hand: event.hand ?? [],
      orders: {},
      assumed: "grand",
      auction: null,
      bid_up_to: null,
      contract: null,
      open_hand: null,
      skat: { found: null, put_down: null },
      trick: null,
      last_trick: null,
      tricks: [0, 0, 0],
      assist: { points: null, tricks: [] },
      summary: null,
    };
  },
  bid: called,
  hold: called,
  pass: called,
  picked_up(table, event) {
    const cards = event.player === 0 && event.cards ? event.cards : [];
    return { ...table, hand: [...table.hand, ...cards], turn: event.player ?? null };
  },
  put_down(table, event) {
    return { ...table, hand: table.hand.filter((card) => card !== event.card) };
  },
  declared(table, event) {
    if (!event.contract) return table;
    const bid = table.auction?.bid ?? 0;
    return {
      ...table,
      phase: "play",
      contract: { bid, player: event.player, ...event.contract },
      open_hand: event.open_hand ?? null,
      trick: { number: 1, leader: table.deal.seats.indexOf("forehand"), cards: [] },
    };
  },
  card_played(table, event) {
    const player = event.player ?? 0;
    const card = event.card ?? "";
    const trick = table.trick ?? { number: event.trick ?? 1, leader: player, cards: [] };
    const open = table.contract?.player === player ? table.open_hand : null;
    return {
      ...table,
      turn: null,
      hand: player === 0 ? table.hand.filter((held) => held !== card) : table.hand,
      open_hand: open ? open.filter((held) => held !== card) : table.open_hand,
      trick: { ...trick, cards: [...trick.cards, { player, card }] },
    };
  },
  trick_taken(table, event) {
    const winner = event.player ?? 0;
    const number = event.trick ?? 0;
    return {
      ...table,
      last_trick: {
        number,
        leader: table.trick?.leader ?? winner,
        cards: table.trick?.cards ?? [],
        winner,
        points: event.points,
      },
      trick: { number: number + 1, leader: winner, cards: [] },
      tricks: table.tricks.map((count, player) => count + (player === winner ? 1 : 0)),
    };
  },
  deal_over(table) {
    return { ...table, turn: null, trick: null };
  },
};

/** @param {GameState} table @param {TableEvent} event */
function called(table, event) {
  const auction = table.auction ?? {
    calls: [],
    bid: 0,
    speaker: null,
    listener: null,
    passed: [],
    role: null,
    value: null,
    meaning: [],
    values: [],
  };
  const call = {
    player: event.player ?? 0,
    kind: /** @type {"bid"|"hold"|"pass"} */ (event.kind),
    value: event.value ?? null,
  };
  const bid = call.kind === "pass" ? auction.bid : (call.value ?? auction.bid);
  return {
    ...table,
    turn: null,
    auction: { ...auction, calls: [...auction.calls, call], bid, role: null, value: null, meaning: [] },
  };
}

/**
 * How many cards a player holds: ten less the tricks played and the card on the table.
 * @param {GameState} table
 * @param {number} player
 */
export function held(table, player) {
  if (table.phase === "deal_over" || table.phase === "match_over") return 0;
  if (!table.trick) return 10;
  const laid = table.trick.cards.some((one) => one.player === player);
  return Math.max(0, 11 - table.trick.number - (laid ? 1 : 0));
}

/**
 * What each player said last, for the bubbles: nothing once a game is played.
 * @param {GameState} table
 * @returns {(import("./types.js").Call|null)[]}
 */
export function bubbles(table) {
  /** @type {(import("./types.js").Call|null)[]} */
  const said = [null, null, null];
  if (table.contract || table.phase === "deal_over" || table.phase === "match_over") return said;
  for (const call of table.auction?.calls ?? []) said[call.player] = call;
  return said;
}
