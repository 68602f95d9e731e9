import { Alert, Button, Loader, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiFailure } from '../api/failures.js';
import { wordsOf } from '../api/failure-words.js';
import { failureTexts } from '../texts/failures.js';
import { uiTexts } from '../texts/ui.js';
import styles from './states.module.css';

/** Says that there is nothing yet, and what to do next. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <div className={styles.hint}>{children}</div>
    </div>
  );
}

/** Says what went wrong and what to do. */
export function FailureNotice({ error, retry }: { error: unknown; retry?: () => void }) {
  const isMissing = error instanceof ApiFailure && error.status === 404;
  return (
    <Alert
      role="alert"
      color={isMissing ? 'gray' : 'red'}
      title={isMissing ? failureTexts.notFoundTitle : failureTexts.title}
    >
      <Text size="sm">{isMissing ? failureTexts.notFound : wordsOf(error)}</Text>
      {retry && (
        <Button mt="sm" size="xs" variant="default" onClick={retry}>
          {failureTexts.retry}
        </Button>
      )}
    </Alert>
  );
}

/** Keeps the room of a page that is still loading. */
export function Loading() {
  return (
    <div className={styles.loading} role="status">
      <Loader size="sm" aria-hidden />
      <span>{uiTexts.loading}</span>
    </div>
  );
}
