import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { KnowableAnswer } from '../features/conditional.js';
import { separated, type Told } from './told.js';

const compress = promisify(gzip);
/** Shorter bodies are sent as they are: compressing them saves no packet. */
const WORTH_COMPRESSING = 1_400;
/** Tells tags of deltas from those of whole answers. */
const PREFIX = 'delta:';
const OF_DELTA = /^"delta:([0-9a-f]{16})"$/;

/** Events that lead to a state of a view, ready to be sent. */
export class DeltaAnswer implements KnowableAnswer {
  private plain?: Buffer;
  private compressed?: Promise<Buffer>;

  constructor(
    /** Of the state to which they lead. */
    readonly tag: string,
    private readonly told: readonly Told[],
  ) {}

  get isEmpty(): boolean {
    return this.told.length === 0;
  }

  get etag(): string {
    return `"${PREFIX}${this.tag}"`;
  }

  get body(): Buffer {
    return (this.plain ??= Buffer.concat([Buffer.from('{"events":['), ...separated(this.told.map(({ json }) => json)), Buffer.from(']}')]));
  }

  get gzipped(): Promise<Buffer> | undefined {
    if (this.body.length < WORTH_COMPRESSING) return undefined;
    return (this.compressed ??= compress(this.body));
  }

  /** About how many bytes it takes in memory. */
  get size(): number {
    return 1_000 + 2.3 * (this.plain?.length ?? 0);
  }
}

/** The tags of states among ETags. */
export function stateTags(etags: readonly string[]): string[] {
  return etags.flatMap((etag) => OF_DELTA.exec(etag)?.slice(1) ?? []);
}
