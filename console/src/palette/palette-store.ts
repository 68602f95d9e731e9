import { useSyncExternalStore } from 'react';

/** The letters that were typed before the palette was there; undefined while it is closed. */
let typed: string | undefined;
const listeners = new Set<() => void>();

function set(next: string | undefined): void {
  typed = next;
  for (const listener of listeners) listener();
}

/** Opens the command palette. */
export const openPalette = (): void => {
  if (typed === undefined) set('');
};
export const closePalette = (): void => set(undefined);

/** Keeps a letter that was typed before the palette could receive it. */
export const keepLetter = (letter: string): void => set((typed ?? '') + letter);

/** The letters with which the palette begins; undefined while it is closed. */
export function usePaletteLetters(): string | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => typed,
  );
}
