import { Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../api/client.js';
import { BarChart } from '../../../kit/charts/bar-chart.js';
import { CsvButton } from '../../../kit/csv-button.js';
import { Page } from '../../../kit/page.js';
import { FailureNotice, Loading } from '../../../kit/states.js';
import { DataTable } from '../../../kit/tables/data-table.js';
import { moments, number } from '../../../texts/format.js';
import { trafficTexts as texts } from '../../../texts/traffic.js';
import { type Grouping, trafficCsv, trafficQuery } from './traffic-queries.js';

const day = moments({ dateStyle: 'medium', timeZone: 'UTC' });
const shortDay = moments({ ...({ month: 'short', day: 'numeric', timeZone: 'UTC' } as const) });
const month = moments({ ...({ month: 'short', year: 'numeric', timeZone: 'UTC' } as const) });

const ADMIN = '/api/admin';

type ApiTraffic = Schemas['ApiTrafficResponse'];
type Connections = Schemas['KindOfConnectionsResponse'];

/** How much the instance is used: requests, and different connections. */
export function TrafficPage() {
  const [grouping, setGrouping] = useState<Grouping>('daily');
  const { data, error, refetch } = useQuery(trafficQuery(grouping));
  return (
    <Page title={texts.title} intro={texts.intro}>
      <NativeSelect
        label={texts.period}
        maw={320}
        mb="md"
        value={grouping}
        data={Object.entries(texts.periods).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) => setGrouping(value as Grouping)}
      />
      {!data ? (
        error ? (
          <FailureNotice error={error} retry={() => void refetch()} />
        ) : (
          <Loading />
        )
      ) : data.requests.length === 0 && data.connections.length === 0 ? (
        <Text c="dimmed">{texts.none}</Text>
      ) : (
        <>
          <Requests grouping={grouping} periods={data.periods} apis={data.requests} />
          <Outcomes apis={data.requests} />
          <ConnectionsChart grouping={grouping} periods={data.periods} kinds={data.connections} />
          <Group mt="md">
            <CsvButton name="traffic.csv" read={() => trafficCsv('traffic', grouping)}>
              {texts.requestsCsv}
            </CsvButton>
            <CsvButton name="connections.csv" read={() => trafficCsv('connection', grouping)}>
              {texts.connectionsCsv}
            </CsvButton>
          </Group>
        </>
      )}
    </Page>
  );
}

interface RequestsProps {
  grouping: Grouping;
  periods: readonly string[];
  apis: readonly ApiTraffic[];
}

function Requests({ grouping, periods, apis }: RequestsProps) {
  const requestsIn = (period: string, isOfAdmins: boolean): number =>
    sum(
      apis
        .filter(({ apiPath }) => (apiPath === ADMIN) === isOfAdmins)
        .flatMap(({ dataPoints }) => dataPoints.filter((point) => point.period === period))
        .flatMap(({ trafficTypes }) => trafficTypes),
    );
  return (
    <BarChart
      title={texts.requestsTitle[grouping]}
      note={texts.requestsNote}
      series={[texts.sdks, texts.admins]}
      bars={periods.map((period) => ({
        ...labelsOf(period),
        values: [requestsIn(period, false), requestsIn(period, true)],
      }))}
    />
  );
}

const sum = (types: readonly { count: number }[]): number =>
  types.reduce((total, { count }) => total + count, 0);

function labelsOf(period: string): { label: string; tick: string } {
  const start = new Date(period);
  if (period.length === 7) return { label: month(start), tick: month(start) };
  return { label: day(start), tick: shortDay(start) };
}

/** How many requests to each API were successful, refused or failed. */
function Outcomes({ apis }: { apis: readonly ApiTraffic[] }) {
  return (
    <DataTable
      label={texts.outcomes}
      columns={[
        { head: texts.api, isHead: true, cell: ({ apiPath }) => texts.apis[apiPath] ?? apiPath },
        ...Object.entries(texts.groups).map(([group, head]) => ({
          head,
          cell: ({ dataPoints }: ApiTraffic) =>
            number(sum(dataPoints.flatMap((point) => point.trafficTypes.filter(isOf(group))))),
        })),
      ]}
      rows={apis}
      keyOf={({ apiPath }) => apiPath}
    />
  );
}

const isOf =
  (wanted: string) =>
  (type: { group: string }): boolean =>
    type.group === wanted;

interface ConnectionsProps {
  grouping: Grouping;
  periods: readonly string[];
  kinds: readonly Connections[];
}

function ConnectionsChart({ grouping, periods, kinds }: ConnectionsProps) {
  const connectionsIn = (kind: string, period: string): number =>
    kinds
      .find(({ meteredGroup }) => meteredGroup === kind)
      ?.dataPoints.find((point) => point.period === period)?.connections ?? 0;
  return (
    <BarChart
      title={texts.connectionsTitle[grouping]}
      note={texts.connectionsNote}
      series={[texts.backend, texts.frontend]}
      bars={periods.map((period) => ({
        ...labelsOf(period),
        values: [connectionsIn('backend', period), connectionsIn('frontend', period)],
      }))}
    />
  );
}
