import { useSyncExternalStore } from 'react';

/** A switch of one feature in one environment. */
export interface SwitchTarget {
  project: string;
  feature: string;
  environment: string;
  turnsOn: boolean;
}

let target: SwitchTarget | undefined;
const listeners = new Set<() => void>();

function set(next: SwitchTarget | undefined): void {
  target = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog that previews a switch, confirms it, and follows its delivery. */
export const openSwitchDialog = (next: SwitchTarget): void => set(next);
export const closeSwitchDialog = (): void => set(undefined);

export function useSwitchTarget(): SwitchTarget | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => target,
  );
}
