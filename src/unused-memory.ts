import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects garbage at once, and gives the memory back to the system. Loading the modules leaves
 * tens of megabytes of it, which Node itself would keep until much later.
 */
export function releaseUnusedMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: string; flavor: string }) => void;
  collect({ type: 'major', flavor: 'last-resort' });
}
