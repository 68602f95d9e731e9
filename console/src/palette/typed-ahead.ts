import { useLayoutEffect } from 'react';

/**
 * Calls `onLetter` for letters that are typed before the field of a dialog has the focus. People
 * type on after opening the palette, before its field is there.
 */
export function useTypedAhead(onLetter: (letter: string) => void): void {
  useLayoutEffect(() => {
    const keep = (event: KeyboardEvent): void => {
      const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isLetter || document.activeElement?.matches('[role="dialog"] input')) return;
      event.preventDefault();
      onLetter(event.key);
    };
    document.addEventListener('keydown', keep, { capture: true });
    return () => document.removeEventListener('keydown', keep, { capture: true });
  });
}
