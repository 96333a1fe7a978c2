// @ts-check
/** The connection to the server: it comes back by itself, and asks for the match again. */

/**
 * @typedef {{opened: () => void, received: (message: any) => void,
 *   lost: (reason: "lost"|"token"|"origin"|"rate") => void}} Listener
 */

const REASONS = /** @type {Record<number, "token"|"origin"|"rate">} */ ({
  4401: "token",
  4403: "origin",
  4429: "rate",
});

/** The messages that lead to a match, or away from it: only the answer to the last one counts. */
const WAYS = ["new", "open", "again", "close"];

export class Wire {
  /** @param {string} token @param {Listener} listener */
  constructor(token, listener) {
    this.token = token;
    this.listener = listener;
    /** @type {WebSocket|null} */
    this.socket = null;
    this.pause = 250;
    this.count = 0;
    /** The id of the last message that led elsewhere. */
    this.way = "";
    /** @type {Map<string, (message: any) => void>} */
    this.waiting = new Map();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws?token=${encodeURIComponent(this.token)}`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.pause = 250;
      this.listener.opened();
    });
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      const answer = message.re === undefined ? undefined : this.waiting.get(String(message.re));
      this.listener.received(message);
      if (answer) {
        if (message.type !== "lesson" || message.done) this.waiting.delete(String(message.re));
        answer(message);
      }
    });
    socket.addEventListener("close", (event) => {
      const unanswered = [...this.waiting.values()];
      this.waiting.clear();
      const reason = REASONS[event.code] ?? "lost";
      this.listener.lost(reason);
      for (const answer of unanswered) answer({ type: "lost" });
      if (reason === "token" || reason === "origin") return;
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(this.pause * 1.6, 5000);
    });
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Sends a message; `answered` gets what the server says to it, or `{type: "lost"}` if the
   * connection goes first. False if there is no connection.
   * @param {Record<string, unknown>} message
   * @param {(message: any) => void} [answered]
   */
  send(message, answered) {
    if (!this.open) return false;
    this.count += 1;
    const id = `p${this.count}`;
    if (answered) this.waiting.set(id, answered);
    if (WAYS.includes(String(message.type))) this.way = id;
    this.socket?.send(JSON.stringify({ ...message, id }));
    return true;
  }
}
