import { createHash } from 'node:crypto';

/**
 * What some things are, taken together, in whatever order: the sum of the hashes of each, in two halves of 32 bits. Adding and taking away cost nothing,
 * and who has the same things has the same digest, on every instance and after a restart.
 */
export class Digest {
  private high = 0;
  private low = 0;

  static of(content: Buffer): Digest {
    const digest = new Digest();
    const hash = createHash('sha256').update(content).digest();
    digest.high = hash.readUInt32BE(0);
    digest.low = hash.readUInt32BE(4);
    return digest;
  }

  add(other: Digest): this {
    this.high = (this.high + other.high) >>> 0;
    this.low = (this.low + other.low) >>> 0;
    return this;
  }

  subtract(other: Digest): this {
    this.high = (this.high - other.high) >>> 0;
    this.low = (this.low - other.low) >>> 0;
    return this;
  }

  equals(other: Digest): boolean {
    return this.high === other.high && this.low === other.low;
  }

  /** 16 hexadecimal digits. */
  toString(): string {
    return this.high.toString(16).padStart(8, '0') + this.low.toString(16).padStart(8, '0');
  }

  /** A whole number that stands for it, of 53 bits: as large as programs read from JSON or a header without loss. */
  toNumber(): number {
    return (this.high >>> 11) * 0x1_0000_0000 + this.low;
  }
}
