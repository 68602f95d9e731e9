import { CachedResponse, type ResponseMemory } from '../cache/cached-response.js';
import type { DeltaEvent } from './delta-event.js';

/** Distinguishes tags of deltas from those of full responses. */
const PREFIX = 'delta:';
const OF_DELTA = /^"delta:([0-9a-f]{64})"$/;

/** Delta events that lead to a state of a view, ready to be sent. */
export class DeltaAnswer extends CachedResponse {
  /**
   * @param tag Tag of the resulting state.
   * @param events JSON of each event, possibly in several parts.
   * @param expectedLength Total length.
   */
  private constructor(
    readonly tag: string,
    readonly kind: 'hydration' | 'changes' | 'nothing',
    private readonly events: readonly Iterable<Buffer>[],
    protected readonly expectedLength: number,
    memory: ResponseMemory,
  ) {
    super(memory);
  }

  /** The given changes; may be empty. */
  static ofChanges(
    tag: string,
    changes: readonly DeltaEvent[],
    memory: ResponseMemory,
  ): DeltaAnswer {
    const length = changes.reduce((bytes, { json }) => bytes + json.length, 0);
    const events = changes.map(({ json }) => [json]);
    return new DeltaAnswer(
      tag,
      changes.length === 0 ? 'nothing' : 'changes',
      events,
      length,
      memory,
    );
  }

  /** The full state, for clients without any. */
  static ofEverything(
    tag: string,
    event: () => Iterable<Buffer>,
    length: number,
    memory: ResponseMemory,
  ): DeltaAnswer {
    return new DeltaAnswer(
      tag,
      'hydration',
      [{ [Symbol.iterator]: () => event()[Symbol.iterator]() }],
      length,
      memory,
    );
  }

  get etag(): string {
    return `"${PREFIX}${this.tag}"`;
  }

  protected *parts(): Iterable<Buffer> {
    yield Buffer.from('{"events":[');
    let isFirst = true;
    for (const event of this.events) {
      if (!isFirst) yield COMMA;
      isFirst = false;
      yield* event;
    }
    yield Buffer.from(']}');
  }
}

const COMMA = Buffer.from(',');

/** The state tags among ETags. */
export function stateTags(etags: readonly string[]): string[] {
  return etags.flatMap((etag) => OF_DELTA.exec(etag)?.slice(1) ?? []);
}
