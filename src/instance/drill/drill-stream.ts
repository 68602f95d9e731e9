import type { IncomingMessage } from 'node:http';
import { type DrillFeature, latestRound, publicReasonOf } from './drill.js';
import type { OwnApi } from './own-api.js';

/** Upper bound on what is kept of an unfinished event. */
const MAX_BYTES = 4_194_304;
/** Pause between two attempts to open the stream. */
const RETRY_MS = 1_000;
const PATH = '/api/client/streaming';

/** Follows the reserved features by a stream, like an SDK, and reconnects when asked to. */
export class DrillStream {
  /** The latest drill that arrived, and when. */
  latest: { round: number; at: number } | undefined;
  /** Why there is no stream; undefined while there is one. */
  problem: string | undefined = 'It was not opened yet.';
  private response: IncomingMessage | undefined;
  private isOpening = false;
  private triedAt = -Infinity;

  constructor(private readonly api: OwnApi) {}

  /** Opens the stream unless it is open or was tried a moment ago. Never rejects. */
  async ensureOpen(): Promise<void> {
    const now = performance.now();
    if (this.response || this.isOpening || now - this.triedAt < RETRY_MS) return;
    this.isOpening = true;
    this.triedAt = now;
    try {
      const response = await this.api.open(PATH, { accept: 'text/event-stream' }, undefined, true);
      if (response.statusCode === 200) this.follow(response);
      else {
        this.problem = `The stream was refused with status ${response.statusCode}.`;
        response.destroy();
      }
    } catch (error) {
      this.problem = `The stream could not be opened: ${publicReasonOf(error)}`;
    } finally {
      this.isOpening = false;
    }
  }

  close(): void {
    this.response?.destroy();
  }

  private follow(response: IncomingMessage): void {
    this.response = response;
    this.problem = undefined;
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      const events = (rest + text).split('\n\n');
      rest = events.pop()!;
      try {
        for (const event of events) this.take(event);
        if (rest.length > MAX_BYTES) throw new Error('an event is too long');
      } catch (error) {
        response.destroy(error as Error);
      }
    });
    response.on('error', () => undefined);
    response.once('close', () => {
      this.response = undefined;
      this.problem = 'The stream has ended.';
    });
  }

  /** @throws Error when the event is not as expected. */
  private take(event: string): void {
    const data = event
      .split('\n')
      .flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length)] : []));
    if (data.length === 0) return;
    const { events } = JSON.parse(data.join('\n')) as { events: DeltaEvent[] };
    const round = latestRound(featuresIn(events));
    if (round !== undefined) this.latest = { round, at: performance.now() };
  }
}

/** The part of an event of the delta protocol that matters here. */
export interface DeltaEvent {
  features?: DrillFeature[];
  feature?: DrillFeature;
}

/** The features of delta events. */
export function featuresIn(events: readonly DeltaEvent[]): DrillFeature[] {
  return events.flatMap(({ features, feature }) => features ?? (feature ? [feature] : []));
}
