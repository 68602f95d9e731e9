/** The number of registers is a power of two, of which this is the exponent. */
const BITS = 12;
/** Number of registers of a sketch; the standard error of an estimate is 1.04 / √4096, or 1.6 %. */
const REGISTERS = 2 ** BITS;

/**
 * Tells how many different texts were added, in a few kilobytes whatever their number
 * (HyperLogLog). Sketches of several instances and days are merged by the maximum of each register,
 * so that a text counts once wherever it was seen. PostgreSQL merges them and estimates the number.
 */
export class DistinctSketch {
  readonly registers = new Uint8Array(REGISTERS);
  /** Whether a register has risen since this was set to false. */
  hasRisen = false;

  /** Adds a text. Costs a fraction of a microsecond, because SDKs do this with each request. */
  add(text: string): void {
    let one = 0x9e3779b9;
    let other = 0x85ebca6b;
    for (let n = 0; n < text.length; n++) {
      const code = text.charCodeAt(n);
      one = Math.imul(one ^ code, 0x9e3779b1);
      other = Math.imul(other ^ code, 0x5f356495);
    }
    const hash = mixed(one ^ (other >>> 15));
    // The first bits choose the register, which keeps the longest run of zeros in the others.
    const at = hash >>> (32 - BITS);
    const rank = Math.clz32(mixed(other ^ (hash >>> 13) ^ text.length)) + 1;
    if (rank <= this.registers[at]!) return;
    this.registers[at] = rank;
    this.hasRisen = true;
  }
}

/** Spreads every bit of a number over all bits. */
function mixed(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
