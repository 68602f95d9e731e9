import type { Schemas } from '../../../api/client.js';
import type { Column } from '../../../kit/tables/data-table.js';
import { OffsetTable } from '../../../kit/tables/offset-table.js';
import { edgeTexts as texts } from '../../../texts/edges.js';
import { Page } from '../../../kit/page.js';
import { EmptyState } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import { TwoLines } from '../../../kit/two-lines.js';
import { edgesQuery, PAGE_SIZE } from './application-queries.js';

type Edge = Schemas['EdgeResponse'];

const COLUMNS: readonly Column<Edge>[] = [
  {
    head: texts.process,
    isHead: true,
    cell: ({ identifier, appName, upstream }) => (
      <TwoLines below={[appName, upstream && texts.upstream(upstream)].filter(Boolean).join(' · ')}>
        {identifier}
      </TwoLines>
    ),
  },
  { head: texts.version, cell: ({ edgeVersion }) => edgeVersion },
  { head: texts.environment, cell: ({ environment }) => environment },
  {
    head: texts.place,
    cell: ({ region, hosting }) => [region, hosting].filter(Boolean).join(', ') || '–',
  },
  { head: texts.streams, cell: ({ connectedStreamingClients }) => connectedStreamingClients },
  {
    head: texts.requests,
    cell: ({ requests: { get, post, accessDenied } }) =>
      [texts.requestsOf(get, post), accessDenied > 0 && texts.denied(accessDenied)]
        .filter(Boolean)
        .join(', '),
  },
  { head: texts.started, cell: ({ started }) => <Time at={started} relative /> },
  { head: texts.reported, cell: ({ reportedAt }) => <Time at={reportedAt} relative /> },
];

/** The Edge processes that have reported. */
export function EdgesPage() {
  return (
    <Page title={texts.title} intro={texts.intro}>
      <OffsetTable
        label={texts.list}
        columns={COLUMNS}
        find={edgesQuery}
        rowsOf={({ edges }) => edges}
        keyOf={({ identifier }) => identifier}
        size={PAGE_SIZE}
        empty={<EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>}
      />
    </Page>
  );
}
