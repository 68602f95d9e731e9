import { TimeSlice } from '../../sandbox/time-slice.js';
import { BadDataError } from '../../errors/general.errors.js';
import { NotJsonError } from '../http.errors.js';
import { requireStorable } from './storable.js';

/** Maximum nesting of lists and objects, far more than any valid body needs. */
const MAX_DEPTH = 64;
/**
 * Maximum number of properties of one object. An object is built in one step, and a new property
 * name costs much more than a list item.
 */
const MAX_PROPERTIES = 10_000;
/**
 * Maximum length of one string in a body, in bytes of JSON. A string cannot be parsed in slices.
 */
const MAX_TEXT_LENGTH = 1_048_576;
/** Bytes scanned before checking whether the time slice is over. */
const STRIDE = 65_536;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A list or object that is too large to parse at once. */
interface LargeContainer {
  /** Position of its closing bracket. */
  end: number;
  /** Positions of the commas between its items or properties. */
  commas: number[];
}

/** Facts about a body that are known before it is parsed. */
interface JsonOutline {
  /** Whether it contains `\u` escapes: only such text can contain what PostgreSQL cannot store. */
  hasEscapes: boolean;
  /** Whether all brackets match. */
  isBalanced: boolean;
  /** Lists and objects of at least the requested size, by start position. */
  large: ReadonlyMap<number, LargeContainer>;
}

interface Container extends LargeContainer {
  start: number;
}

/**
 * Scans JSON without parsing it, and counts its items: when parsed, a list of millions of empty
 * lists takes a hundred times the memory of its text. The parser decides whether it is valid.
 * @param maxItems `Infinity` for trusted JSON, which also lifts the limit of properties.
 * @param largeFrom Reports containers of at least this size.
 * @throws BadDataError when it nests too deeply, when it or an object in it has too many items or
 * properties, or when a string in it is too long.
 */
async function outlineOf(bytes: Buffer, maxItems: number, largeFrom: number): Promise<JsonOutline> {
  const slice = new TimeSlice();
  const reader = new OutlineReader(bytes, maxItems, largeFrom);
  for (let end = STRIDE; !reader.readTo(Math.min(end, bytes.length)); end += STRIDE)
    if (slice.isOver) await slice.pause();
  return reader;
}

class OutlineReader implements JsonOutline {
  hasEscapes = false;
  isBalanced = true;
  readonly large = new Map<number, LargeContainer>();
  private readonly open: Container[] = [];
  private items = 0;
  private at = 0;

  constructor(
    private readonly bytes: Buffer,
    private readonly maxItems: number,
    private readonly largeFrom: number,
  ) {}

  /**
   * Scans up to a position, or to the end of the string that contains it.
   * @returns Whether everything is scanned.
   */
  readTo(end: number): boolean {
    const { bytes } = this;
    for (; this.at < end && this.isBalanced; this.at++) {
      const byte = bytes[this.at];
      if (byte === QUOTE) this.skipText();
      else if (byte === COMMA) {
        this.separate();
        this.count();
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.enter();
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.leave();
    }
    if (this.at < bytes.length) return !this.isBalanced;
    this.isBalanced &&= this.open.length === 0;
    return true;
  }

  private enter(): void {
    this.count();
    if (this.open.length === MAX_DEPTH)
      throw new BadDataError(
        `The body nests lists and objects more than ${MAX_DEPTH} levels deep.`,
      );
    this.open.push({ start: this.at, end: 0, commas: [] });
  }

  private separate(): void {
    const container = this.open.at(-1);
    if (!container) return;
    container.commas.push(this.at);
    if (
      container.commas.length < MAX_PROPERTIES ||
      this.maxItems === Infinity ||
      this.bytes[container.start] !== OPEN_OBJECT
    )
      return;
    throw new BadDataError(
      `An object in the body has more than the allowed ${MAX_PROPERTIES} properties.`,
    );
  }

  private leave(): void {
    const container = this.open.pop();
    this.isBalanced =
      container !== undefined &&
      this.bytes[this.at] ===
        (this.bytes[container.start] === OPEN_LIST ? CLOSE_LIST : CLOSE_OBJECT);
    if (container && this.at - container.start >= this.largeFrom)
      this.large.set(container.start, { ...container, end: this.at });
  }

  private count(): void {
    if (++this.items > this.maxItems)
      throw new BadDataError(
        `The body has more than the allowed ${this.maxItems} items and properties.`,
      );
  }

  /** Moves to the closing quotation mark of a string, or to the end of the body without one. */
  private skipText(): void {
    const { bytes } = this;
    const end = this.maxItems === Infinity ? Infinity : this.at + MAX_TEXT_LENGTH + 1;
    for (;;) {
      this.at++;
      if (this.at > end)
        throw new BadDataError(
          `A string in the body is longer than the allowed ${MAX_TEXT_LENGTH} bytes.`,
        );
      const byte = bytes[this.at];
      if (byte === QUOTE || byte === undefined) return;
      if (byte !== BACKSLASH) continue;
      this.at++;
      if (bytes[this.at] === 0x75) this.hasEscapes = true;
    }
  }
}

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
  return new NotJsonError();
}
