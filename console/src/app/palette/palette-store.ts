import { sharedValue } from '../../kit/shared-value.js';

/** The letters that were typed before the palette was there; undefined while it is closed. */
const typed = sharedValue<string>();

/** Opens the command palette. */
export const openPalette = (): void => {
  if (typed.get() === undefined) typed.set('');
};
export const closePalette = (): void => typed.set(undefined);

/** Keeps a letter that was typed before the palette could receive it. */
export const keepLetter = (letter: string): void => typed.set((typed.get() ?? '') + letter);

/** The letters with which the palette begins; undefined while it is closed. */
export const usePaletteLetters = typed.use;
