import { useLayoutEffect } from 'react';

/**
 * Calls `onLetter` for letters that are typed before the field of a dialog has the focus. People
 * type on after opening the palette, before its field is there. Enter must not press what has the
 * focus behind it.
 */
export function useTypedAhead(onLetter: (letter: string) => void): void {
  useLayoutEffect(() => {
    const keep = (event: KeyboardEvent): void => {
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      const isForPalette = isLetter || event.key === 'Enter';
      if (!isForPalette || document.activeElement?.matches('[role="dialog"] input')) return;
      event.preventDefault();
      if (isLetter) onLetter(event.key);
    };
    document.addEventListener('keydown', keep, { capture: true });
    return () => document.removeEventListener('keydown', keep, { capture: true });
  });
}
