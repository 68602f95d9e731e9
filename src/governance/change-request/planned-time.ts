/** How far in the future changes can be planned: five years, in hours. */
export const MAX_HOURS_AHEAD = 43_830;

const OFFSET = /(Z|[+-]\d\d:?\d\d)$/i;

/** Whether an ISO 8601 time names its offset from UTC. Without one it depends on the server. */
export function hasOffset(time: string): boolean {
  return OFFSET.test(time);
}
