import { TimeSlice } from '../../sandbox/time-slice.js';
import { BadDataError } from '../../errors/general.errors.js';
import { type JsonOutline, outlineOf } from './json-outline.js';
import { requireStorable } from './storable.js';

/** Bytes parsed per turn of the event loop. */
const AT_ONCE = 131_072;

/**
 * Parses a request body; a large one in parts, so that it does not block other requests.
 * @throws BadDataError when it is not a JSON list or object, has too many items, nests too deeply,
 * or contains text that PostgreSQL cannot store.
 */
export async function parseJsonBody(bytes: Buffer, maxItems: number): Promise<unknown> {
  const { value, hasEscapes } = await parsedInPieces(bytes, maxItems);
  if (hasEscapes) await requireStorable(value);
  return value;
}

/** Parses large trusted JSON, such as PostgreSQL's, in parts. */
export async function parseLargeJson<T>(json: string): Promise<T> {
  const slice = new TimeSlice();
  // Decoding the response of PostgreSQL and encoding it again each take one time slice.
  await slice.pause();
  const bytes = Buffer.from(json);
  await slice.pause();
  return (await parsedInPieces(bytes, Infinity)).value as T;
}

async function parsedInPieces(
  bytes: Buffer,
  maxItems: number,
): Promise<{ value: unknown; hasEscapes: boolean }> {
  const outline = await outlineOf(bytes, maxItems, AT_ONCE);
  if (!outline.isBalanced) throw invalid();
  return { value: await new JsonPieces(bytes, outline).parse(), hasEscapes: outline.hasEscapes };
}

class JsonPieces {
  private readonly slice = new TimeSlice();

  constructor(
    private readonly bytes: Buffer,
    private readonly outline: JsonOutline,
  ) {}

  async parse(): Promise<unknown> {
    const start = this.firstByte();
    if (!this.outline.large.has(start)) return parsed(this.text(start, this.bytes.length));
    const { end } = this.outline.large.get(start)!;
    if (this.text(end + 1, this.bytes.length).trim() !== '') throw invalid();
    return this.value(start);
  }

  /** Only a list or an object is a valid body, as in the reference. */
  private firstByte(): number {
    const start = this.skipBlanks(
      this.bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0,
    );
    if (this.bytes[start] !== 0x7b && this.bytes[start] !== 0x5b) throw invalid();
    return start;
  }

  /** Parses the large list or object that starts at a position. */
  private value(start: number): Promise<unknown> {
    return this.bytes[start] === 0x5b ? this.list(start) : this.object(start);
  }

  private async list(start: number): Promise<unknown[]> {
    const list: unknown[] = [];
    for (const [from, to] of this.pieces(start)) {
      const first = this.skipBlanks(from);
      if (this.outline.large.has(first)) list.push(await this.whole(first, to));
      else for (const item of parsed<unknown[]>(`[${this.text(from, to)}]`)) list.push(item);
      if (this.slice.isOver) await this.slice.pause();
    }
    return list;
  }

  private async object(start: number): Promise<object> {
    const properties: [string, unknown][] = [];
    for (const [from, to] of this.pieces(start)) {
      const [name, first] = this.largeProperty(from);
      if (name !== undefined) properties.push([name, await this.whole(first, to)]);
      else
        for (const property of Object.entries(parsed<object>(`{${this.text(from, to)}}`)))
          properties.push(property);
      if (this.slice.isOver) await this.slice.pause();
    }
    return Object.fromEntries(properties);
  }

  /** Parses the large value between two positions. */
  private whole(start: number, to: number): Promise<unknown> {
    if (this.text(this.outline.large.get(start)!.end + 1, to).trim() !== '') throw invalid();
    return this.value(start);
  }

  /**
   * Reads the name of the property at a position, and the position of its value if that is large.
   */
  private largeProperty(from: number): [string | undefined, number] {
    const quote = this.skipBlanks(from);
    let end = quote + 1;
    for (; end < this.bytes.length && this.bytes[end] !== 0x22; end++)
      if (this.bytes[end] === 0x5c) end++;
    const colon = this.skipBlanks(end + 1);
    const value = this.skipBlanks(colon + 1);
    const isLarge =
      this.bytes[quote] === 0x22 && this.bytes[colon] === 0x3a && this.outline.large.has(value);
    return [isLarge ? parsed<string>(this.text(quote, end + 1)) : undefined, value];
  }

  /**
   * Splits a large list or object into parts to parse at once: large items alone, small ones
   * together.
   */
  private *pieces(start: number): Generator<[number, number]> {
    const { commas, end } = this.outline.large.get(start)!;
    let from = start + 1;
    for (let index = 0; index <= commas.length; index++) {
      const to = commas[index] ?? end;
      const isLast = index === commas.length;
      if (!isLast && (commas[index + 1] ?? end) - from <= AT_ONCE) continue;
      // There must be an item between two commas, and between a comma and a bracket.
      if (commas.length > 0 && this.skipBlanks(from) >= to) throw invalid();
      yield [from, to];
      from = to + 1;
    }
  }

  private skipBlanks(at: number): number {
    let byte = this.bytes[at];
    while (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09)
      byte = this.bytes[++at];
    return at;
  }

  private text(from: number, to: number): string {
    return this.bytes.toString('utf8', from, to);
  }
}

function parsed<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw invalid();
  }
}

function invalid(): BadDataError {
  return new BadDataError('The body is not valid JSON.');
}
