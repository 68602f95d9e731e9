import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { eventually } from './waiting.js';

/** A server-sent event. */
export interface StreamEvent {
  event: string;
  id: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the test says what it expects
  data: any;
}

/** A client of a stream of server-sent events. */
export class EventStream {
  readonly events: StreamEvent[] = [];
  /** Number of received comments, which are heartbeats. */
  comments = 0;
  retry?: number;
  hasEnded = false;
  private rest = '';

  private constructor(private readonly message: IncomingMessage) {
    message.setEncoding('utf8');
    message.on('data', (text: string) => this.read(text));
    message.on('close', () => (this.hasEnded = true));
    message.on('error', () => undefined);
  }

  /** @throws Error when the response is not a stream. */
  static open(url: string, headers: Record<string, string>): Promise<EventStream> {
    return new Promise((resolve, reject) => {
      const request = get(url, { headers, agent: false }, (message) =>
        resolve(new EventStream(message)),
      );
      request.on('error', reject).setTimeout(60_000, () => request.destroy());
    });
  }

  get status(): number {
    return this.message.statusCode!;
  }

  get headers(): IncomingHttpHeaders {
    return this.message.headers;
  }

  /** Waits for the next event and removes it from the queue. */
  async next(): Promise<StreamEvent> {
    await eventually(
      () => this.events.length,
      (count) => count > 0,
    );
    return this.events.shift()!;
  }

  /** Stops reading, like a client that hangs. */
  pause(): void {
    this.message.pause();
    this.message.socket.pause();
  }

  close(): void {
    this.message.destroy();
  }

  private read(text: string): void {
    const blocks = (this.rest + text).split('\n\n');
    this.rest = blocks.pop()!;
    for (const block of blocks) this.take(block);
  }

  private take(block: string): void {
    if (block.startsWith(':')) this.comments++;
    const fields = new Map(
      block
        .split('\n')
        .map((line) => [
          line.slice(0, line.indexOf(':')),
          line.slice(line.indexOf(':') + 1).trim(),
        ]),
    );
    if (fields.has('retry')) this.retry = Number(fields.get('retry'));
    const data = fields.get('data');
    if (data !== undefined)
      this.events.push({
        event: fields.get('event')!,
        id: fields.get('id')!,
        data: JSON.parse(data),
      });
  }
}
