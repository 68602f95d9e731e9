import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './profile.module.css';

interface SectionProps {
  title: string;
  actions?: ReactNode;
  intro?: ReactNode;
  children?: ReactNode;
}

/** A part of a page with its heading. */
export function Section({ title, actions, intro, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {intro && <p className={styles.intro}>{intro}</p>}
      {children}
    </section>
  );
}
