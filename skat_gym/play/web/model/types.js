// @ts-check
/**
 * What the server says, as types; see the protocol. Nothing here is worked out by the page.
 *
 * @typedef {{de: string, en: string}} Text
 * @typedef {string} Card  such as "CJ": suit C S H D, rank 7 8 9 Q K T A J
 * @typedef {"diamonds"|"hearts"|"spades"|"clubs"|"grand"|"null"} Game
 *
 * @typedef {{game: Game, hand: boolean, schneider: boolean, schwarz: boolean, ouvert: boolean,
 *   name: Text, iss: string, player?: number, bid?: number}} Contract
 * @typedef {{game: Game, hand: boolean, matadors: number|null, levels: number|null, base: number,
 *   value: number, bid: number, enough: boolean, needs: string|null, certain: boolean, text: Text,
 *   warning: Text|null}} Value
 * @typedef {{id: number, kind: string, value?: any, card?: Card, contract?: Contract, text: Text}} Action
 * @typedef {{player: number, kind: "bid"|"hold"|"pass", value: number|null}} Call
 * @typedef {{calls: Call[], bid: number, speaker: number|null, listener: number|null, passed: number[],
 *   role: "bid"|"hold"|null, value: number|null,
 *   meaning: {game: Game, levels: number|null, text: Text}[], values: number[]}} Auction
 * @typedef {{player: number, card: Card}} Laid
 * @typedef {{number: number, leader: number, cards: Laid[], winning?: number|null, winner?: number,
 *   points?: number}} Trick
 * @typedef {{side: "yours"|"theirs", settled: boolean, tricks: number, points: number|null, text: Text}} Claim
 * @typedef {{player: number, policy: string, why: Text}} Mark
 *
 * @typedef {{deal: number, dealer: number, declarer: number|null, contract: Contract|null,
 *   base: number|null, matadors: number|null, hand: boolean|null, schneider: boolean|null,
 *   schneider_announced: boolean|null, schwarz: boolean|null, schwarz_announced: boolean|null,
 *   ouvert: boolean|null, levels: number|null, overbid: boolean|null, plus: number|null,
 *   minus: number|null, won: boolean|null, score: number|null, running: number[],
 *   won_count: number[], lost_count: number[], booked: number[], totals: number[],
 *   marked: boolean, passed_in?: boolean}} Row
 * @typedef {{rows: Row[], foot: {points: number[], won: number[], lost: number[], won_lost: number[],
 *   others_lost: number[], total: number[]}, scoring: string, totals: number[], places: number[]}} Sheet
 *
 * @typedef {{parts: {key: string, count?: number}[], levels: number|null, base: number, value: number,
 *   overbid: boolean, counts: number, text: Text}} Sum
 * @typedef {{deal: number, dealer: number, seats: string[], hands: Card[][], skat: Card[],
 *   put_down: Card[]|null, declarer: number|null, contract: Contract|null, bid: number|null,
 *   calls: Call[], tricks: Trick[], points: number|null, opponents_points: number|null,
 *   won: boolean|null, score: number|null, booked: number[], value: Sum|null, finished: boolean,
 *   marks: Mark[]}} Summary
 *
 * @typedef {{match: string, n: number,
 *   options: {opponents: string[], deals: number, scoring: string, practice: boolean,
 *     daily: string|null, again: string|null, imported: boolean},
 *   players: {name: string, policy: string|null}[],
 *   fairness: {commitment: string|null, seed: string|null, salt: string|null, code: string|null, check: Text|null},
 *   phase: "auction"|"choice"|"put_down"|"declare"|"play"|"deal_over"|"match_over",
 *   turn: number|null, your_turn: boolean, thinking: number|null,
 *   deal: {number: number, of: number, dealer: number, seats: string[], marks: Mark[]},
 *   hand: Card[], orders: Record<string, {plain: Card[], alternating: Card[]}>, assumed: Game,
 *   legal: Action[], illegal: Record<string, {text: Text, follow: string}>,
 *   auction: Auction|null, values: Value[], declarations: Action[],
 *   contract: Contract|null, open_hand: Card[]|null,
 *   skat: {found: Card[]|null, put_down: Card[]|null},
 *   trick: Trick|null, last_trick: Trick|null, tricks: number[],
 *   assist: {points: {declarer: number, defenders: number}|null, tricks: Trick[]},
 *   claim: Claim|null, undo: boolean, bid_up_to: number|null,
 *   sheet: Sheet, summary: Summary|null,
 *   outcome: {totals: number[], places: number[], text: Text}|null}} GameState
 *
 * @typedef {{kind: string, n: number, text: Text, player?: number, value?: number|null, bid?: number,
 *   card?: Card|null, cards?: any, contract?: Contract, open_hand?: Card[]|null, hand?: Card[],
 *   deal?: number, dealer?: number, trick?: number, place?: number, points?: number,
 *   won?: boolean|null, score?: number|null, declarer?: number|null, policy?: string, why?: Text}} TableEvent
 *
 * @typedef {{type: "state"|"update", match: string, n: number, from?: number, events?: TableEvent[],
 *   state: GameState, story?: TableEvent[], re?: any}} StateMessage
 * @typedef {{match: string, created: string, touched: string, opponents: string[], deals: number,
 *   done: number, over: boolean, scoring: string, practice: boolean, daily: string|null, again: any,
 *   imported: boolean, totals: number[], names: string[]}} MatchLine
 * @typedef {{type: "hello", version: string, protocol: number, policies: {name: string, title: Text, about: Text}[],
 *   defaults: {opponents: string[], deals: number, scoring: string}, scorings: string[],
 *   deals: number[], daily: {date: string, match: string|null}, matches: MatchLine[],
 *   about_bots: Text}} Hello
 * @typedef {{id: number, text: Text, card?: Card, probability: number|null, score: number|null}} Advice
 * @typedef {{type: "hint", match: string, n: number, by: string, actions: Advice[], note: Text,
 *   plan: Text|null}} Hint
 *
 * @typedef {{points: number|null, score: number|null}} Cost
 * @typedef {{player: number, seat: string, kind: string, value?: number|null, card?: Card|null,
 *   cards?: Card[]|null, contract?: Contract, text: Text, by: string, trick?: number, place?: number,
 *   saw: {hand: Card[], found: Card[]|null, put_down: Card[]|null, open_hand: Card[]|null},
 *   legal?: number, cost?: Cost|null, best?: Card[], costs?: Record<string, Cost>|null,
 *   probabilities: Record<string, number>|null,
 *   trick_taken?: {player: number, points: number}|null}} Step
 * @typedef {{type: "replay", match: string, deal: number, summary: Summary, steps: Step[],
 *   costs_of: Cost[]|null, best: {points: number|null, score: number|null, won: boolean, line: Card[]}|null,
 *   policy: string}} Replay
 * @typedef {{player: number, contract: Contract, won: boolean, score: number}|null} Played
 * @typedef {{deal: number, you: number[], bot: number[], difference: number, your_game: Played,
 *   bot_game: Played, cost: Cost|null}} LessonRow
 * @typedef {{type: "lesson", match: string, policy: string, done: boolean, rows: LessonRow[],
 *   you: number[], bot: number[], difference: number}} Lesson
 */

export {};
