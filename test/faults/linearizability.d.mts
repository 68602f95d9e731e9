/** See linearizability.mjs. */
export interface Operation {
  kind: 'write' | 'read';
  value: unknown;
  start: number;
  end: number;
}

export function checkRegister(
  history: readonly Operation[],
  initial: unknown,
): { isLinearizable: boolean; isDecided: boolean; stuckAt?: Operation[] };
