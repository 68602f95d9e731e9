import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf, type Schemas } from '../../../../../api/client.js';
import { plainSentence } from '../../../../audit/audit/without-markdown.js';
import { BarChart, type Mark } from '../../../../../kit/charts/bar-chart.js';
import { tickOf } from '../../../../../kit/charts/ticks.js';
import { useSearch } from '../../../../../app/router/location.js';
import { moments } from '../../../../../texts/format.js';
import { featureUsageTexts as texts } from '../../../../../texts/feature-usage.js';
import { Time } from '../../../../../kit/time.js';
import type { Feature } from '../../feature-queries.js';
import { hoursOf, type Reported } from './usage.js';
import styles from './usage.module.css';

const HOUR_MS = 3_600_000;
/** More changes than these are in the history. */
const MOST_CHANGES = 10;
/** What changes how a feature is evaluated. */
const CHANGES = [
  ...['feature-environment-enabled', 'feature-environment-disabled'],
  ...['feature-strategy-add', 'feature-strategy-update', 'feature-strategy-remove'],
  ...['strategy-order-changed', 'feature-environment-variants-updated'],
  ...['feature-archived', 'feature-revived', 'feature-safeguard-triggered'],
  ...['feature-dependency-added', 'feature-dependency-removed', 'feature-dependencies-removed'],
];
const hour = moments({ dateStyle: 'short', timeStyle: 'short' });

/** The newest changes of a feature since a moment. */
const changesQuery = ({ project, name }: Feature, from: string) =>
  queryOptions({
    queryKey: ['events', 'changes-of-feature', project, name, from] as const,
    queryFn: async ({ signal }): Promise<Schemas['DescribedEventResponse'][]> => {
      const query = {
        ...{ feature: `IS:${name}`, project: `IS:${project}`, from: `IS:${from}` },
        ...{ type: `IS_ANY_OF:${CHANGES.join(',')}`, limit: MOST_CHANGES },
      };
      return (await bodyOf(api.GET('/api/admin/search/events', { params: { query }, signal })))
        .events;
    },
  });

interface UsageChartProps {
  feature: Feature;
  used: readonly Reported[];
  hours: number;
}

/** Evaluations by hour, with the moments at which somebody changed the feature. */
export function UsageChart({ feature, used, hours }: UsageChartProps) {
  const bars = hoursOf(used, hours);
  const environment = useSearch()[0].get('environment');
  const from = bars[0]!.at;
  const { data = [] } = useQuery(changesQuery(feature, from.toISOString()));
  const isShown = (change: { environment: string | null }): boolean =>
    !environment || !change.environment || change.environment === environment;
  const sum = (key: 'yes' | 'no'): number => bars.reduce((total, bar) => total + bar[key], 0);
  return (
    <div className={styles.chart}>
      <BarChart
        title={texts.chart(sum('yes'), sum('no'))}
        series={[texts.on, texts.off]}
        bars={bars.map(({ at, yes, no }) => ({
          label: hour(at),
          tick: tickOf(at, hours),
          values: [yes, no],
        }))}
        marksTitle={texts.changes}
        marks={data
          .filter(isShown)
          .map((change) => markOf(change, from, bars.length))
          .toReversed()}
      />
    </div>
  );
}

function markOf(
  { id, createdAt, summary, label, type }: Schemas['DescribedEventResponse'],
  from: Date,
  hours: number,
): Mark {
  const share = (Date.parse(createdAt) - from.getTime()) / (hours * HOUR_MS);
  return {
    key: id,
    at: Math.min(1, Math.max(0, share)),
    content: (
      <>
        <Time at={createdAt} />: {plainSentence(summary) || label || type}
      </>
    ),
  };
}
