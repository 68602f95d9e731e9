import type { Schemas } from '../../../api/client.js';
import type { Column } from '../../../kit/tables/data-table.js';
import { OffsetTable } from '../../../kit/tables/offset-table.js';
import { auditTexts as texts } from '../../../texts/audit.js';
import { number } from '../../../texts/format.js';
import { EmptyState } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
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
      <OffsetTable
        label={texts.denied}
        columns={COLUMNS}
        find={deniedRequestsQuery}
        rowsOf={({ deniedRequests }) => deniedRequests}
        keyOf={({ id }) => id}
        size={PAGE_SIZE}
        empty={<EmptyState title={texts.noDenied}>{texts.noDeniedHint}</EmptyState>}
      />
    </AuditPage>
  );
}
