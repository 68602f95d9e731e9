import { type ReactNode, useEffect, useRef } from 'react';
import { ConfirmationPrompt } from '../session/confirmation-prompt.js';
import { LiveChangesHost } from '../live/live-changes-host.js';
import { usePath } from '../router/location.js';
import { PaletteHost } from '../palette/palette-host.js';
import { shellTexts } from '../../texts/shell.js';
import { BannerHost } from '../../pages/instance/banners/banner-host.js';
import { Header } from './header.js';
import { NewVersionNotice } from './new-version.js';
import styles from './shell.module.css';

const MAIN = 'content';

/** The frame of all pages that need a session. */
export function Shell({ children }: { children: ReactNode }) {
  useFocusOnNavigation();
  return (
    <>
      <a
        className={styles.skip}
        href={`#${MAIN}`}
        onClick={(event) => {
          event.preventDefault();
          document.getElementById(MAIN)?.focus();
        }}
      >
        {shellTexts.skip}
      </a>
      <Header />
      <div className={styles.beside}>
        <BannerHost />
        <NewVersionNotice />
        <main id={MAIN} tabIndex={-1} className={styles.main}>
          {children}
        </main>
      </div>
      <LiveChangesHost />
      <PaletteHost />
      <ConfirmationPrompt />
    </>
  );
}

/** Moves the focus to a page that was navigated to, so that screen readers begin there. */
function useFocusOnNavigation(): void {
  const path = usePath();
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    window.scrollTo(0, 0);
    document.getElementById(MAIN)?.focus({ preventScroll: true });
  }, [path]);
}
