import { Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from '../../../app/router/link.js';
import { FailureNotice, Loading } from '../../../kit/states.js';
import styles from './home.module.css';

interface PanelProps {
  title: string;
  /** What is read for it. */
  answers: readonly Pick<UseQueryResult, 'data' | 'error'>[];
  /** Said in place of items. */
  empty: string;
  /** The items, each with what tells it from the others. */
  items: readonly { key: string; content: ReactNode }[];
  /** Leads to everything of this kind. */
  all?: { to: string; label: string };
}

/** One question of the first page and its answer: some items, and the way to all of them. */
export function Panel({ title, answers, empty, items, all }: PanelProps) {
  const error = answers.find((answer) => answer.error && answer.data === undefined)?.error;
  const isRead = answers.every(({ data }) => data !== undefined);
  return (
    <section aria-label={title} className={styles.panel}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {error ? (
        <FailureNotice error={error} />
      ) : !isRead ? (
        <Loading />
      ) : items.length === 0 ? (
        <p className={styles.quiet}>{empty}</p>
      ) : (
        <ul className={styles.items}>
          {items.map(({ key, content }) => (
            <li key={key} className={styles.item}>
              {content}
            </li>
          ))}
        </ul>
      )}
      {all && (
        <Link to={all.to} className={styles.all}>
          {all.label}
        </Link>
      )}
    </section>
  );
}
