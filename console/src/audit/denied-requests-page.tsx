import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Schemas } from '../api/client.js';
import { useSearch } from '../router/location.js';
import { type Column, DataTable } from '../tables/data-table.js';
import { OffsetPages } from '../tables/offset-pages.js';
import { pageOf } from '../tables/page-of.js';
import { auditTexts as texts } from '../texts/audit.js';
import { number } from '../texts/ui.js';
import { EmptyState, FailureNotice, Loading } from '../ui/states.js';
import { Time } from '../ui/time.js';
import { AuditPage } from './audit-page.js';
import { deniedRequestsQuery, PAGE_SIZE } from './audit-queries.js';

type DeniedRequest = Schemas['DeniedRequestResponse'];
const NEEDED = ['ADMIN', 'READ_LOGS'];

const COLUMNS: readonly Column<DeniedRequest>[] = [
  { head: texts.when, cell: ({ minute }) => <Time at={minute} /> },
  {
    head: texts.route,
    isHead: true,
    cell: ({ method, route }) => [method, route].filter(Boolean).join(' ') || '–',
  },
  { head: texts.reason, cell: ({ reason }) => texts.reasons[reason] },
  {
    head: texts.caller,
    cell: ({ caller: { type, name } }) =>
      [texts.callers[type] ?? type, name].filter(Boolean).join(' '),
  },
  { head: texts.ip, cell: ({ address }) => address ?? '–' },
  { head: texts.requests, cell: ({ requests }) => number(requests) },
];

/** Requests that were refused. */
export function DeniedRequestsPage() {
  return (
    <AuditPage intro={texts.deniedIntro} needs={NEEDED}>
      <DeniedRequests />
    </AuditPage>
  );
}

function DeniedRequests() {
  const [parameters, change] = useSearch();
  const page = pageOf(parameters);
  const { data, error, refetch } = useQuery({
    ...deniedRequestsQuery(page),
    placeholderData: keepPreviousData,
  });
  if (error) return <FailureNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.total === 0) return <EmptyState title={texts.noDenied}>{texts.noDeniedHint}</EmptyState>;
  return (
    <>
      <DataTable
        label={texts.denied}
        columns={COLUMNS}
        rows={data.deniedRequests}
        keyOf={({ id }) => id}
      />
      <OffsetPages
        total={data.total}
        size={PAGE_SIZE}
        page={page}
        onChange={(next) => change({ page: next === 1 ? undefined : next })}
      />
    </>
  );
}
