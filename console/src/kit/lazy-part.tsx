import { Loader } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { uiTexts } from '../texts/ui.js';
import styles from './lazy-part.module.css';

/** A dialog or another part of a page whose code is loaded now; says so while that takes. */
export function LazyPart({ children }: { children: ReactNode }) {
  return <Suspense fallback={<LoadingNote />}>{children}</Suspense>;
}

/** Lies above the page, so that nothing moves when the part has come. */
function LoadingNote() {
  return (
    <div className={styles.note} role="status">
      <Loader size="sm" aria-hidden />
      {uiTexts.loading}
    </div>
  );
}
