import { Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { documentTexts } from '../texts/document.js';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Shown below the title. */
  intro?: ReactNode;
  children: ReactNode;
}

/** A page with its heading, which is also the title of the tab. */
export function Page({ title, actions, intro, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${documentTexts.title}`;
  }, [title]);
  return (
    <>
      <div className={styles.head}>
        <Title order={1} size="h2" className={styles.title}>
          {title}
        </Title>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {intro && <div className={styles.intro}>{intro}</div>}
      {children}
    </>
  );
}
