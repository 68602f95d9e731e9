import { CachedResponse } from '../cache/cached-response.js';
import type { ResponseMemory } from '../cache/response-memory.js';
import type { DeltaEvent } from './delta-event.js';

/** Tells tags of deltas from those of whole answers. */
const PREFIX = 'delta:';
const OF_DELTA = /^"delta:([0-9a-f]{64})"$/;

/** Events that lead to a state of a view, ready to be sent. */
export class DeltaAnswer extends CachedResponse {
  /**
   * @param tag Of the state to which they lead.
   * @param events The JSON of each, which may come in several parts.
   * @param expectedLength Of all of them.
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

  /** What has changed; nothing when there are no events. */
  static ofChanges(tag: string, told: readonly DeltaEvent[], memory: ResponseMemory): DeltaAnswer {
    const length = told.reduce((bytes, { json }) => bytes + json.length, 0);
    const events = told.map(({ json }) => [json]);
    return new DeltaAnswer(tag, told.length === 0 ? 'nothing' : 'changes', events, length, memory);
  }

  /** Everything, for whoever has nothing. */
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

/** The tags of states among ETags. */
export function stateTags(etags: readonly string[]): string[] {
  return etags.flatMap((etag) => OF_DELTA.exec(etag)?.slice(1) ?? []);
}
