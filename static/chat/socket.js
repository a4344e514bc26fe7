// The connection: it comes back by itself, asks again what was not heard, and goes on after the last event seen.
// Milliseconds; short ones for as long as a server takes to start again.
const WAITS = [300, 1000, 1000, 2000, 2000, 2000, 4000, 8000, 15000];
const FINAL = new Set(["answer", "stopped", "failed"]);
// The server gives a sign of life every four seconds while it answers.
const SILENCE = 9000;

export class Socket extends EventTarget {
  #url;
  #protocols;
  #socket = null;
  #failures = 0;
  #timer = 0;
  #heard = 0;
  #asked = new Map(); // message id → the question, until the server says that it began
  #watched = "";
  #running = new Map(); // message id → sequence of the last event seen

  /** `protocols` carry the token of a visit, where no cookie says whose socket it is. */
  constructor(url, protocols = []) {
    super();
    this.#url = url;
    this.#protocols = protocols;
    this.#connect();
    addEventListener("online", () => this.#connectNow());
    // A socket without a network stays open in name until something times out.
    addEventListener("offline", () => this.#socket.readyState <= WebSocket.OPEN && this.#abandon());
    setInterval(() => this.#checkSilence(), 1000);
  }

  ask(question) {
    this.#asked.set(question.message, question);
    this.#send({ type: "ask", ...question });
  }

  resume(id) {
    this.#running.set(id, 0);
    this.#send({ type: "resume", message: id, after: 0 });
  }

  /** To be told what is asked in this conversation elsewhere. */
  watch(conversation) {
    this.#watched = conversation;
    this.#send({ type: "watch", conversation });
  }

  stop(id) {
    this.#send({ type: "stop", message: id });
  }

  #send(message) {
    this.#heard = Date.now();
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect() {
    const socket = (this.#socket = new WebSocket(this.#url, this.#protocols));
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", (event) => socket === this.#socket && this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => socket === this.#socket && this.#closed());
  }

  #opened() {
    if (this.#failures) this.#tell("connected", {});
    this.#failures = 0;
    if (this.#watched) this.#send({ type: "watch", conversation: this.#watched });
    for (const question of this.#asked.values()) this.#send({ type: "ask", ...question });
    for (const [message, after] of this.#running) this.#send({ type: "resume", message, after });
  }

  #closed() {
    const wait = WAITS[Math.min(this.#failures++, WAITS.length - 1)];
    // A first drop with nothing under way repairs itself unseen.
    if (this.#isWaiting || this.#failures > 1) this.#tell("disconnected", {});
    clearTimeout(this.#timer); // one that is given up closes too
    this.#timer = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  #connectNow() {
    if (this.#socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  get #isWaiting() {
    return this.#asked.size + this.#running.size > 0;
  }

  #checkSilence() {
    if (!this.#isWaiting || this.#socket.readyState !== WebSocket.OPEN || Date.now() - this.#heard < SILENCE) return;
    this.#abandon();
  }

  #abandon() {
    const lost = this.#socket;
    this.#closed();
    lost.close();
  }

  #receive(message) {
    this.#heard = Date.now();
    if (message.type === "event") return this.#receiveEvent(message);
    if (message.type === "asked") this.#running.set(message.message, 0);
    this.#asked.delete(message.message);
    if (message.type === "started" && !this.#running.has(message.message)) this.#running.set(message.message, 0);
    if (message.type === "error") this.#running.delete(message.message);
    if (message.type === "deleted") this.#forget();
    return this.#tell(message.type, message);
  }

  /** Of a conversation that is no more nothing is to be heard. */
  #forget() {
    this.#watched = "";
    this.#running.clear();
  }

  #receiveEvent({ message, sequence, event }) {
    if (!this.#running.has(message) || sequence <= this.#running.get(message)) return;
    this.#running.set(message, sequence);
    if (FINAL.has(event.kind)) this.#running.delete(message);
    this.#tell("event", { message, event });
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
