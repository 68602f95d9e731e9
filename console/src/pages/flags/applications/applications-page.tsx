import type { Schemas } from '../../../api/client.js';
import { Link } from '../../../app/router/link.js';
import { useSearch } from '../../../app/router/location.js';
import { AddressSearch, lettersOf } from '../../../kit/tables/address-search.js';
import type { Column } from '../../../kit/tables/data-table.js';
import { OffsetTable } from '../../../kit/tables/offset-table.js';
import { applicationTexts as texts } from '../../../texts/applications.js';
import { EmptyState } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import { applicationPath } from './application-path.js';
import { applicationsQuery, PAGE_SIZE } from './application-queries.js';
import styles from './applications.module.css';
import { ApplicationsLayout } from './applications-layout.js';

const COLUMNS: readonly Column<Schemas['ApplicationResponse']>[] = [
  {
    head: texts.name,
    isHead: true,
    cell: ({ appName }) => (
      <Link to={applicationPath(appName)} className={styles.link}>
        {appName}
      </Link>
    ),
  },
  {
    head: texts.places,
    cell: ({ usage }) =>
      usage.map(({ project, environments }) => texts.place(project, environments)).join('; ') ||
      '–',
  },
  { head: texts.lastSeen, cell: ({ lastSeen }) => <Time at={lastSeen} relative /> },
];

/** The applications that SDKs have registered. */
export function ApplicationsPage() {
  const [parameters] = useSearch();
  const query = lettersOf(parameters);
  return (
    <ApplicationsLayout intro={texts.intro}>
      <AddressSearch label={texts.search} />
      <OffsetTable
        label={texts.list}
        columns={COLUMNS}
        find={(page) => applicationsQuery(query, page)}
        rowsOf={({ applications }) => applications}
        keyOf={({ appName }) => appName}
        size={PAGE_SIZE}
        empty={
          query ? (
            <EmptyState title={texts.nothingTitle}>{texts.nothing}</EmptyState>
          ) : (
            <EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>
          )
        }
      />
    </ApplicationsLayout>
  );
}
