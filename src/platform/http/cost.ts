/**
 * How expensive a request is, which decides how many a caller may send. `none`: never refused, as
 * for turning a feature off; `sdk`: served from memory; `read` and `write`: a few rows; `search`
 * and `heavy`: limited in number per caller at the same time.
 */
export type Cost = 'none' | 'sdk' | 'read' | 'write' | 'search' | 'heavy';

/** Whether a caller may run only a few requests of this cost at the same time. */
export function isExpensive(cost: Cost | undefined): cost is 'search' | 'heavy' {
  return cost === 'search' || cost === 'heavy';
}
