/**
 * What a request costs the service, which decides how many of them one caller may send. `none`:
 * never refused, as switching a feature off must not be; `sdk`: served from memory; `read` and
 * `write`: a few rows; `search` and `heavy`: so much that a caller may have only a few of them at
 * the same time.
 */
export type Cost = 'none' | 'sdk' | 'read' | 'write' | 'search' | 'heavy';

/** Whether a caller may have only a few requests of this cost at the same time. */
export function isExpensive(cost: Cost | undefined): cost is 'search' | 'heavy' {
  return cost === 'search' || cost === 'heavy';
}
