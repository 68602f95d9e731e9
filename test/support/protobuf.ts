/** The fields of a message by their numbers; numbers of 64 bits as bytes. */
export type Message = ReadonlyMap<number, readonly (Buffer | number)[]>;

/** Reads a message of Protocol Buffers without its schema. */
export function messageOf(bytes: Buffer): Message {
  const fields = new Map<number, (Buffer | number)[]>();
  const reader = new Reader(bytes);
  while (reader.hasMore) {
    const key = reader.varint();
    const value = reader.value(key & 7);
    fields.set(key >>> 3, [...(fields.get(key >>> 3) ?? []), value]);
  }
  return fields;
}

/** The messages in a field. */
export const messages = (message: Message, field: number): Message[] =>
  (message.get(field) ?? []).map((bytes) => messageOf(bytes as Buffer));

export const textIn = (message: Message, field: number): string =>
  bytesIn(message, field).toString();

export const hexIn = (message: Message, field: number): string =>
  bytesIn(message, field).toString('hex');

export const numberIn = (message: Message, field: number): number =>
  (message.get(field)?.[0] as number | undefined) ?? 0;

/** A `double`; undefined without one. */
export const doubleIn = (message: Message, field: number): number | undefined =>
  message.has(field) ? bytesIn(message, field).readDoubleLE() : undefined;

/** Numbers of 64 bits that are sent without their field numbers, as integers. */
export const integersIn = (message: Message, field: number): number[] =>
  Array.from({ length: bytesIn(message, field).length / 8 }, (_, n) =>
    Number(bytesIn(message, field).readBigUInt64LE(8 * n)),
  );

/** The same as `double`. */
export const doublesIn = (message: Message, field: number): number[] =>
  Array.from({ length: bytesIn(message, field).length / 8 }, (_, n) =>
    bytesIn(message, field).readDoubleLE(8 * n),
  );

const bytesIn = (message: Message, field: number): Buffer =>
  (message.get(field)?.[0] as Buffer | undefined) ?? Buffer.alloc(0);

class Reader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  get hasMore(): boolean {
    return this.at < this.bytes.length;
  }

  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.bytes[this.at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  value(wireType: number): Buffer | number {
    if (wireType === 0) return this.varint();
    const length = wireType === 1 ? 8 : wireType === 5 ? 4 : this.varint();
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}
