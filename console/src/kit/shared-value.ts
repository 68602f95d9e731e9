import { useSyncExternalStore } from 'react';

/** A value that components share and anything can set; undefined at first. */
export function sharedValue<Value>() {
  let value: Value | undefined;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = (): Value | undefined => value;
  const set = (next: Value | undefined): void => {
    value = next;
    for (const listener of listeners) listener();
  };
  return { get, set, use: () => useSyncExternalStore(subscribe, get) };
}
