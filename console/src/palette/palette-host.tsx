import { lazy, Suspense, useEffect } from 'react';
import { closePalette, openPalette, usePaletteOpen } from './palette-store.js';
import { SwitchDialogHost } from '../switch/switch-dialog-host.js';

const load = () => import('./palette.js');
const Palette = lazy(() => load().then(({ Palette }) => ({ default: Palette })));

/** Opens the palette with Ctrl or Cmd and K, from any page. */
export function PaletteHost() {
  const isOpen = usePaletteOpen();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      openPalette();
    };
    document.addEventListener('keydown', onKey);
    // Loaded while nothing else happens, so that it opens at once.
    const soon = setTimeout(() => void load(), 1_500);
    return () => {
      document.removeEventListener('keydown', onKey);
      clearTimeout(soon);
    };
  }, []);
  return (
    <>
      {isOpen && (
        <Suspense>
          <Palette onClose={closePalette} />
        </Suspense>
      )}
      <SwitchDialogHost />
    </>
  );
}
