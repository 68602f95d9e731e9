import type { Duplex } from 'node:stream';

/** Bytes of a response that are parsed before other work may run; they take a few milliseconds. */
const TURN_BYTES = 128 * 1024;

/**
 * Yields to other work while a long response arrives. Node.js reads up to 2 MiB at once, and all
 * rows in it would otherwise be parsed in one turn of the event loop. For the short responses of
 * the hot path this costs one addition.
 */
export function readInTurns(stream: Duplex): void {
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes < TURN_BYTES) return;
    bytes = 0;
    stream.pause();
    setImmediate(() => stream.resume());
  });
}
