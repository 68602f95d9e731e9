import { Alert, Button, Text } from '@mantine/core';
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { wordsOf } from '../../../api/failure-words.js';
import { useSearch } from '../../../app/router/location.js';
import { type Column, DataTable } from '../../../kit/tables/data-table.js';
import { auditTexts as texts } from '../../../texts/audit.js';
import { number } from '../../../texts/format.js';
import { EmptyState, FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import styles from './audit.module.css';
import { AuditPage } from './audit-page.js';
import { ChainVerification } from './chain-verification.js';
import { type EventsReport, verifyEvents } from './checkpoint-chain.js';
import type { Checkpoint } from './event-proof.js';

const PAGE = 25;
const READ_LOGS = ['READ_LOGS'];

const checkpointsQuery = (before: number | undefined) =>
  queryOptions({
    queryKey: ['checkpoints', before] as const,
    queryFn: async ({ signal }) => {
      const query = { limit: PAGE, ...(before === undefined ? {} : { before }) };
      const answer = api.GET('/api/admin/audit/checkpoints', { params: { query }, signal });
      return (await bodyOf(answer)).checkpoints;
    },
  });

/** The checkpoints that seal the audit log, and their verification. */
export function CheckpointsPage() {
  return (
    <AuditPage intro={texts.checkpointsIntro} needs={READ_LOGS}>
      <ChainVerification />
      <Checkpoints />
    </AuditPage>
  );
}

/** The largest number that the API takes. */
const MAX_INDEX = 2 ** 31 - 1;

function Checkpoints() {
  const [parameters, change] = useSearch();
  const given = Number(parameters.get('before'));
  const before = Number.isInteger(given) && given > 0 && given <= MAX_INDEX ? given : undefined;
  const { data, error, refetch } = useQuery({
    ...checkpointsQuery(before),
    placeholderData: keepPreviousData,
  });
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  if (data.length === 0)
    return <EmptyState title={texts.noCheckpoints}>{texts.noCheckpointsHint}</EmptyState>;
  const oldest = data.at(-1)!.index;
  return (
    <>
      <DataTable
        label={texts.checkpoints}
        columns={COLUMNS}
        rows={data}
        keyOf={({ index }) => index}
      />
      <nav aria-label={texts.checkpoints} className={styles.actions}>
        <Button
          variant="default"
          disabled={before === undefined}
          onClick={() => change({ before: undefined })}
        >
          {texts.newest}
        </Button>
        <Button variant="default" disabled={oldest <= 1} onClick={() => change({ before: oldest })}>
          {texts.older}
        </Button>
      </nav>
    </>
  );
}

const COLUMNS: readonly Column<Checkpoint>[] = [
  { head: texts.number, isHead: true, cell: ({ index }) => number(index) },
  { head: texts.sealedAt, cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    head: texts.period,
    cell: ({ oldestEventAt, newestEventAt }) => (
      <>
        <Time at={oldestEventAt} /> – <Time at={newestEventAt} />
      </>
    ),
  },
  { head: texts.size, cell: ({ size }) => number(size) },
  { head: texts.hash, cell: ({ hash }) => <code className={styles.code}>{hash}</code> },
  { head: texts.verify, cell: (checkpoint) => <EventsCheck checkpoint={checkpoint} /> },
];

/** Verifies the events of one checkpoint. */
function EventsCheck({ checkpoint }: { checkpoint: Checkpoint }) {
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const checking = useMutation({
    mutationFn: () => {
      stop.current = new AbortController();
      return verifyEvents(checkpoint, stop.current.signal);
    },
  });
  const { data } = checking;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.verifyEvents(checkpoint.index)}
        loading={checking.isPending}
        onClick={() => checking.mutate()}
      >
        {texts.verify}
      </Button>
      <div role="status">
        {data && isIntact(data) && (
          <Text size="sm">{texts.eventsRight(data.verified, data.removed)}</Text>
        )}
        {data && !data.isRootRight && <Alert color="red">{texts.rootWrong}</Alert>}
        {data && data.changed.length > 0 && (
          <Alert color="red">{texts.eventsWrong(data.changed)}</Alert>
        )}
        {data && data.missing.length > 0 && (
          <Alert color="red">{texts.eventsMissing(data.missing)}</Alert>
        )}
        {checking.error && <Alert color="red">{wordsOf(checking.error)}</Alert>}
      </div>
    </>
  );
}

const isIntact = ({ isRootRight, changed, missing }: EventsReport): boolean =>
  isRootRight && changed.length === 0 && missing.length === 0;
