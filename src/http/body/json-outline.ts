import { TimeSlice } from '../../sandbox/time-slice.js';
import { BadDataError } from '../../errors/general.errors.js';

/** How many levels of lists and objects a body may have: far more than any of ours needs. */
const MAX_DEPTH = 64;
/**
 * How many properties one object of a body may have. An object is put together at once, and every
 * name that is new costs a multiple of an item of a list.
 */
export const MAX_PROPERTIES = 10_000;
/** How many bytes are read before it is looked whether a slice is over. */
const STRIDE = 65_536;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** A list or an object of a body that is too large to be parsed at once. */
export interface LargeContainer {
  /** Where its closing bracket is. */
  end: number;
  /** Where the commas between its items or properties are. */
  commas: number[];
}

/** What the bytes of a body tell before they are parsed. */
export interface JsonOutline {
  /**
   * Whether a text of it is written with `\u`: only such a text can hold what PostgreSQL cannot
   * store.
   */
  hasEscapes: boolean;
  /** Whether every bracket has its counterpart. */
  isBalanced: boolean;
  /** Lists and objects of at least so many bytes as were asked for, by where they begin. */
  large: ReadonlyMap<number, LargeContainer>;
}

interface Container extends LargeContainer {
  start: number;
}

/**
 * Reads the bytes of JSON without parsing it, and counts its items: parsed, a list of millions of
 * empty lists takes a hundred times the memory of its text. Whether it is valid JSON is for the
 * parser to say.
 * @param maxItems `Infinity` for JSON of our own, whose objects may have any number of properties
 * as well.
 * @param largeFrom Containers of at least so many bytes are told.
 * @throws BadDataError when it nests too deeply, or when it, or an object in it, has more items or
 * properties than it may have.
 */
export async function outlineOf(
  bytes: Buffer,
  maxItems: number,
  largeFrom: number,
): Promise<JsonOutline> {
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

  /** Reads up to a place, or to the end of the text that it is in. @returns Whether all is read. */
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
      `An object of the body has more than ${MAX_PROPERTIES} properties, which is as many as it may have.`,
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
        `The body has more than ${this.maxItems} items and properties, which is as many as it may have.`,
      );
  }

  /**
   * Goes to the closing quotation mark of a text, or to the end of the body where there is none.
   */
  private skipText(): void {
    const { bytes } = this;
    for (;;) {
      this.at++;
      const byte = bytes[this.at];
      if (byte === QUOTE || byte === undefined) return;
      if (byte !== BACKSLASH) continue;
      this.at++;
      if (bytes[this.at] === 0x75) this.hasEscapes = true;
    }
  }
}
