import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../../api/client.js';
import { Link } from '../../../app/router/link.js';
import type { Column } from '../../../kit/tables/data-table.js';
import { PagedTable } from '../../../kit/tables/paged-table.js';
import { applicationTexts as texts } from '../../../texts/applications.js';
import { EmptyState, FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import { applicationPath } from './application-path.js';
import { outdatedSdksQuery, unknownFeaturesQuery } from './application-queries.js';
import styles from './applications.module.css';
import { ApplicationsLayout } from './applications-layout.js';

function Names({ names }: { names: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {names.map((name) => (
        <li key={name}>
          <Link to={applicationPath(name)} className={styles.link}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const OUTDATED: readonly Column<Schemas['OutdatedSdkResponse']>[] = [
  { head: texts.sdk, isHead: true, cell: ({ sdkVersion }) => sdkVersion },
  { head: texts.applications, cell: ({ applications }) => <Names names={applications} /> },
];

/** Outdated SDKs, and the applications that use them. */
export function OutdatedSdksPage() {
  const { data, error, refetch } = useQuery(outdatedSdksQuery);
  return (
    <ApplicationsLayout intro={texts.outdatedIntro}>
      {error && !data ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.length === 0 ? (
        <EmptyState title={texts.noOutdatedTitle}>{texts.noOutdated}</EmptyState>
      ) : (
        <PagedTable
          label={texts.outdated}
          columns={OUTDATED}
          rows={data}
          keyOf={({ sdkVersion }) => sdkVersion}
        />
      )}
    </ApplicationsLayout>
  );
}

const UNKNOWN: readonly Column<Schemas['UnknownFlagResponse']>[] = [
  { head: texts.feature, isHead: true, cell: ({ name }) => name },
  {
    head: texts.reportedBy,
    cell: ({ reports }) => (
      <ul className={styles.list}>
        {reports.map(({ appName, environments }) => (
          <li key={appName}>
            <Link to={applicationPath(appName)} className={styles.link}>
              {appName}
            </Link>{' '}
            ({environments.map(({ environment }) => environment).join(', ')})
          </li>
        ))}
      </ul>
    ),
  },
  { head: texts.lastEvaluated, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} relative /> },
  { head: texts.lastEvent, cell: ({ lastEventAt }) => <Time at={lastEventAt} relative /> },
];

/** Features that applications evaluate and that do not exist. */
export function UnknownFeaturesPage() {
  const { data, error, refetch } = useQuery(unknownFeaturesQuery);
  return (
    <ApplicationsLayout intro={texts.unknownIntro}>
      {error && !data ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.length === 0 ? (
        <EmptyState title={texts.noUnknownTitle}>{texts.noUnknown}</EmptyState>
      ) : (
        <PagedTable
          label={texts.unknown}
          columns={UNKNOWN}
          rows={data}
          keyOf={({ name }) => name}
        />
      )}
    </ApplicationsLayout>
  );
}
