import { TimeSlice } from '../../sandbox/time-slice.js';
import { BadDataError } from '../../errors/general.errors.js';

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
export interface LargeContainer {
  /** Position of its closing bracket. */
  end: number;
  /** Positions of the commas between its items or properties. */
  commas: number[];
}

/** Facts about a body that are known before it is parsed. */
export interface JsonOutline {
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
