import { Alert, Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { ApiFailure } from '../api/failures.js';
import { wordsOf } from '../api/failure-words.js';
import { UnverifiableError } from '../proof/crypto.js';
import { keysQuery } from '../proof/keys.js';
import { type Column, DataTable } from '../tables/data-table.js';
import { auditTexts as texts } from '../texts/audit.js';
import styles from './audit.module.css';
import type { AuditEvent } from './audit-queries.js';
import { type Difference, differencesOf } from './differences.js';
import { type ProofResult, verifyEvent } from './event-proof.js';

const UndoDialog = lazy(async () => ({ default: (await import('./undo-dialog.js')).UndoDialog }));

/** What an event changed, with undoing and its inclusion proof. */
export function EventDetails({ event }: { event: AuditEvent }) {
  const [isUndoing, setUndoing] = useState(false);
  const queries = useQueryClient();
  const proof = useMutation({
    mutationFn: async () => verifyEvent(event, await queries.fetchQuery(keysQuery)),
  });
  return (
    <div className={styles.details}>
      <Facts event={event} />
      <Differences event={event} />
      <div className={styles.actions}>
        <Button variant="default" onClick={() => setUndoing(true)}>
          {texts.undo}
        </Button>
        <Button variant="default" loading={proof.isPending} onClick={() => proof.mutate()}>
          {texts.verify}
        </Button>
      </div>
      <div role="status">
        {proof.data && <Proof result={proof.data} />}
        {proof.error && <ProofFailure error={proof.error} />}
      </div>
      {isUndoing && (
        <Suspense>
          <UndoDialog event={event} onClose={() => setUndoing(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Facts({ event: { id, type, ip, undoes, tags } }: { event: AuditEvent }) {
  return (
    <div className={styles.facts}>
      <span>
        {texts.id} {id}
      </span>
      <code className={styles.code}>{type}</code>
      {ip && (
        <span>
          {texts.ip} {ip}
        </span>
      )}
      {undoes !== undefined && <span>{texts.undoes(undoes)}</span>}
      {tags.length > 0 && (
        <span>
          {texts.tags}: {tags.map(({ type, value }) => `${type}:${value}`).join(', ')}
        </span>
      )}
    </div>
  );
}

const COLUMNS: readonly Column<Difference>[] = [
  { head: texts.property, isHead: true, cell: ({ path }) => path },
  { head: texts.before, cell: ({ before }) => <Value text={before} isBefore /> },
  { head: texts.after, cell: ({ after }) => <Value text={after} /> },
];

/** The differences between two states as a table. */
export function Differences({ event }: { event: Pick<AuditEvent, 'data' | 'preData'> }) {
  const differences = differencesOf(event.preData, event.data);
  if (differences.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.noDifferences}
      </Text>
    );
  return (
    <DataTable
      label={texts.differences}
      columns={COLUMNS}
      rows={differences}
      keyOf={({ path }) => path}
    />
  );
}

function Value({ text, isBefore }: { text: string | undefined; isBefore?: boolean }) {
  if (text === undefined)
    return (
      <Text span c="dimmed">
        {texts.absent}
      </Text>
    );
  return <code className={`${styles.values} ${isBefore ? styles.before : ''}`}>{text}</code>;
}

function Proof({ result: { steps, checkpoint } }: { result: ProofResult }) {
  const isRight = steps.every((step) => step.isRight);
  return (
    <Alert color={isRight ? 'teal' : 'red'} title={texts.verifyTitle}>
      <Text size="sm">{isRight ? texts.proven(checkpoint.index) : texts.notProven}</Text>
      <ul className={styles.steps}>
        {steps.map(({ name, isRight }) => (
          <li key={name}>
            {texts.steps[name]} <b>{isRight ? texts.right : texts.wrong}</b>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function ProofFailure({ error }: { error: unknown }) {
  const isEarly = error instanceof ApiFailure && error.status === 409;
  const isUnable = error instanceof UnverifiableError;
  return (
    <Alert color={isEarly || isUnable ? 'yellow' : 'red'} title={texts.verifyTitle}>
      {isEarly ? texts.notSealed : isUnable ? error.message : wordsOf(error)}
    </Alert>
  );
}
