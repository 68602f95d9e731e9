import { NativeSelect, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../../../api/client.js';
import { useSearch } from '../../../../../app/router/location.js';
import type { Column } from '../../../../../kit/tables/data-table.js';
import { PagedTable } from '../../../../../kit/tables/paged-table.js';
import { featureUsageTexts as texts } from '../../../../../texts/feature-usage.js';
import { percent } from '../../../../../texts/format.js';
import { EmptyState, FailureNotice, Loading } from '../../../../../kit/states.js';
import type { Feature } from '../../feature-queries.js';
import { applicationRows, type ApplicationUsage } from './usage.js';
import { UsageChart } from './usage-chart.js';
import styles from './usage.module.css';

type HourUsage = Schemas['HourUsageResponse'];

const PERIODS = [1, 24, 48, 168, 720];
const REFRESH_MS = 60_000;

const usageQuery = (name: string, hoursBack: number) =>
  queryOptions({
    queryKey: ['usage', 'of-feature', name, hoursBack],
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }): Promise<HourUsage[]> => {
      const params = { path: { name }, query: { hoursBack: String(hoursBack) } };
      const path = '/api/admin/client-metrics/features/{name}/raw';
      return (await bodyOf(api.GET(path, { params, signal }))).data;
    },
  });

/** How often a feature was evaluated, by hour, environment and application. */
export function UsageSection({ feature }: { feature: Feature }) {
  const [search, change] = useSearch();
  const wanted = Number(search.get('hours'));
  const hours = PERIODS.includes(wanted) ? wanted : 24;
  const { data, error, refetch } = useQuery(usageQuery(feature.name, hours));
  const used = data?.filter(({ yes, no }) => yes + no > 0);
  return (
    <>
      <div className={styles.filters}>
        <NativeSelect
          label={texts.hours}
          value={hours}
          data={PERIODS.map((value) => ({ value: String(value), label: texts.period(value) }))}
          onChange={({ currentTarget: { value } }) => change({ hours: value })}
        />
        {used && used.length > 0 && <Filters used={used} />}
      </div>
      {used ? (
        <Usage feature={feature} used={used} hours={hours} />
      ) : error ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </>
  );
}

interface UsageProps {
  /** Hours in which the feature was evaluated. */
  used: readonly HourUsage[];
}

function Filters({ used }: UsageProps) {
  const [search, change] = useSearch();
  const choice = (names: readonly string[]) => [
    { value: '', label: texts.all },
    ...[...new Set(names)].toSorted().map((value) => ({ value, label: value })),
  ];
  return (
    <>
      <NativeSelect
        label={texts.environment}
        value={search.get('environment') ?? ''}
        data={choice(used.map((one) => one.environment))}
        onChange={({ currentTarget: { value } }) => change({ environment: value })}
      />
      <NativeSelect
        label={texts.application}
        value={search.get('application') ?? ''}
        data={choice(used.map((one) => one.appName))}
        onChange={({ currentTarget: { value } }) => change({ application: value })}
      />
    </>
  );
}

function Usage({ feature, used, hours }: UsageProps & { feature: Feature; hours: number }) {
  const [search] = useSearch();
  const environment = search.get('environment');
  const application = search.get('application');
  if (used.length === 0) return <EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>;
  const shown = used.filter(
    (one) =>
      (!environment || one.environment === environment) &&
      (!application || one.appName === application),
  );
  if (shown.length === 0) return <EmptyState title={texts.noneTitle}>{texts.none}</EmptyState>;
  return (
    <>
      <UsageChart feature={feature} used={shown} hours={hours} />
      <div className={styles.table}>
        <PagedTable
          label={texts.table}
          columns={COLUMNS}
          rows={applicationRows(shown)}
          keyOf={({ appName, environment }) => `${appName} ${environment}`}
        />
      </div>
    </>
  );
}

const COLUMNS: readonly Column<ApplicationUsage>[] = [
  { head: texts.application, isHead: true, cell: ({ appName }) => appName },
  { head: texts.environment, cell: ({ environment }) => environment },
  {
    head: texts.share,
    cell: ({ yes, no }) => (
      <>
        {percent(Math.round((100 * yes) / (yes + no)))}{' '}
        <Text span size="sm" c="dimmed">
          {texts.total(yes, no)}
        </Text>
      </>
    ),
  },
];
