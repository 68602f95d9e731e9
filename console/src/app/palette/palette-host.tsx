import { lazy, Suspense, useEffect } from 'react';
import { useTypedAhead } from './typed-ahead.js';
import { UndoDialogHost } from '../../pages/audit/events/undo-dialog-host.js';
import { SwitchDialogHost } from '../../pages/flags/switch/switch-dialog-host.js';
import { closePalette, keepLetter, openPalette, usePaletteLetters } from './palette-store.js';

const PRELOAD_MS = 1_000;
const load = () => import('./palette.js');
const Palette = lazy(() => load().then(({ Palette }) => ({ default: Palette })));

/** Opens the palette with Ctrl or Cmd and K, from any page. */
export function PaletteHost() {
  const letters = usePaletteLetters();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      openPalette();
    };
    document.addEventListener('keydown', onKey);
    // Loaded while nothing else happens, so that it opens at once.
    const soon = setTimeout(() => void load().catch(() => undefined), PRELOAD_MS);
    return () => {
      document.removeEventListener('keydown', onKey);
      clearTimeout(soon);
    };
  }, []);
  return (
    <>
      {letters !== undefined && (
        <Suspense fallback={<LetterKeeper />}>
          <Palette letters={letters} onClose={closePalette} />
        </Suspense>
      )}
      <SwitchDialogHost />
      <UndoDialogHost />
    </>
  );
}

/** Keeps what people type while the palette is still being loaded. */
function LetterKeeper() {
  useTypedAhead(keepLetter);
  return null;
}
