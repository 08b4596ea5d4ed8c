// The two ways between page and server: a stream of changes in, acts out.

const answerWithin = 3000; // ms: what the platform gives a bot, the page gives it too

// Feed keeps the stream of one person's view of a channel open. It calls on.snapshot,
// on.message, on.gone, on.language, on.channels with what came, and on.lost, on.found as the
// connection goes and comes back.
export class Feed {
  constructor(person, place, on) {
    this.query = new URLSearchParams({ as: person, in: place });
    this.on = on;
    this.tries = 0;
    this.open();
  }

  open() {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/events?${this.query}`);
    socket.onmessage = ({ data: text }) => {
      if (socket !== this.socket) return;
      const { event, data } = JSON.parse(text);
      if (event === 'snapshot') {
        this.tries = 0;
        this.on.found();
      }
      this.on[event](data);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.retry();
    };
    this.socket = socket;
  }

  // retry opens a new stream soon: a restarted server is back within a second.
  retry() {
    this.tries++;
    this.on.lost(this.tries);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), Math.min(500 * this.tries, 2000));
  }

  close() {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = undefined;
    socket.close();
  }
}

// act sends what a person did and returns the answer: {kind: 'done'}, a modal,
// choices, or {kind: 'failed', error}, which names the words for it. It never throws.
export async function act(body) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), answerWithin + 500); // the server says so first, if it can
  try {
    const response = await fetch('/act', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: stop.signal,
    });
    return await response.json();
  } catch {
    return { kind: 'failed', error: 'failed' };
  } finally {
    clearTimeout(timer);
  }
}
