import { setTimeout as sleep } from 'node:timers/promises';

/** `EventSource` as browsers have it, as far as the OpenFeature provider uses it. */
class NodeEventSource extends EventTarget {
  readyState = 0;
  #left = new AbortController();
  #lastEventId = '';
  #retryMs = 1_000;
  #url;

  constructor(url) {
    super();
    this.#url = url;
    void this.#follow();
  }

  close() {
    this.readyState = 2;
    this.#left.abort();
  }

  async #follow() {
    while (!this.#left.signal.aborted) {
      const isRefused = await this.#read().catch(() => false);
      if (this.#left.signal.aborted) return;
      this.readyState = isRefused ? 2 : 0;
      this.dispatchEvent(new Event('error'));
      if (isRefused) return;
      await sleep(this.#retryMs);
    }
  }

  /** Reads one connection to its end, and returns whether it was refused. */
  async #read() {
    const headers = this.#lastEventId ? { 'last-event-id': this.#lastEventId } : {};
    const response = await fetch(this.#url, { headers, signal: this.#left.signal });
    if (response.status !== 200) return true;
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    let rest = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop();
      for (const block of blocks) this.#take(block);
    }
    return false;
  }

  #take(block) {
    const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/, 2)));
    this.#retryMs = Number(fields.get('retry') ?? this.#retryMs);
    this.#lastEventId = fields.get('id') ?? this.#lastEventId;
    const data = fields.get('data');
    if (data !== undefined) this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** Makes Node.js have an `EventSource`. Returns what ends that. */
export function withEventSource() {
  globalThis.EventSource = NodeEventSource;
  return () => delete globalThis.EventSource;
}
