import type { Duplex } from 'node:stream';

/**
 * How much of an answer is parsed before others have their turn. Parsing that much takes a few
 * milliseconds.
 */
const TURN_BYTES = 128 * 1024;

/**
 * Lets other work go on while a long answer arrives. Node.js reads up to 2 MiB of a connection in
 * one turn of the event loop, and all rows in it would be parsed in that turn. Short answers, as
 * those of the hot path, cost an addition.
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
