import { Alert, Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { ApiFailure } from '../../../api/failures.js';
import { wordsOf } from '../../../api/failure-words.js';
import { DifferenceTable } from '../events/difference-table.js';
import { differencesOf } from '../events/differences.js';
import { ReceiptLink } from '../events/receipt-link.js';
import { pathBeforeEvent } from '../../flags/features/feature-path.js';
import { UnverifiableError } from '../proof/crypto.js';
import { keysQuery } from '../proof/keys.js';
import { Link } from '../../../app/router/link.js';
import { auditTexts as texts } from '../../../texts/audit.js';
import styles from './audit.module.css';
import type { AuditEvent } from './audit-queries.js';
import { type ProofResult, verifyEvent } from './event-proof.js';
import { LazyPart } from '../../../kit/lazy-part.js';

const UndoDialog = lazy(async () => ({
  default: (await import('../events/undo-dialog.js')).UndoDialog,
}));

/** Events that have receipts. */
const SWITCHES = new Set(['feature-environment-enabled', 'feature-environment-disabled']);

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
      <DifferenceTable differences={differencesOf(event.preData, event.data)} />
      <div className={styles.actions}>
        <Button variant="default" onClick={() => setUndoing(true)}>
          {texts.undo}
        </Button>
        <Button variant="default" loading={proof.isPending} onClick={() => proof.mutate()}>
          {texts.verify}
        </Button>
        {SWITCHES.has(event.type) && <ReceiptLink eventId={event.id} />}
      </div>
      <div role="status">
        {proof.data && <Proof result={proof.data} />}
        {proof.error && <ProofFailure error={proof.error} />}
      </div>
      {isUndoing && (
        <LazyPart>
          <UndoDialog event={event} onClose={() => setUndoing(false)} />
        </LazyPart>
      )}
    </div>
  );
}

function Facts({ event }: { event: AuditEvent }) {
  const { id, type, ip, undoes, tags, featureName, project, environment, createdAt } = event;
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
      {featureName && project && (
        <Link to={pathBeforeEvent(project, featureName, createdAt)} className={styles.link}>
          {texts.stateBefore}
        </Link>
      )}
      {(featureName || environment || type.startsWith('segment-')) && (
        <>
          <Link to={playgroundPath(event, 'before')} className={styles.link}>
            {texts.playgroundBefore}
          </Link>
          <Link to={playgroundPath(event, 'after')} className={styles.link}>
            {texts.playgroundAfter}
          </Link>
        </>
      )}
      <Link to={`/audit/causes?at=${encodeURIComponent(createdAt)}`} className={styles.link}>
        {texts.changesBefore}
      </Link>
      {tags.length > 0 && (
        <span>
          {texts.tags}: {tags.map(({ type, value }) => `${type}:${value}`).join(', ')}
        </span>
      )}
    </div>
  );
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

/** What an event says about where it happened. */
interface EventPlace {
  createdAt: string;
  featureName: string | null;
  project: string | null;
  environment: string | null;
}

/** The address of the playground just before an event, or just after it. */
function playgroundPath(event: EventPlace, side: 'before' | 'after'): string {
  const { createdAt, featureName, project, environment } = event;
  const at = new Date(Date.parse(createdAt) + (side === 'before' ? -1 : 1)).toISOString();
  const search = new URLSearchParams({ at });
  if (environment) search.set('environments', environment);
  if (project) search.set('projects', project);
  if (featureName) search.set('feature', featureName);
  return `/playground?${search}`;
}
