import { NativeSelect, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { BarChart } from '../../../kit/charts/bar-chart.js';
import { tickOf } from '../../../kit/charts/ticks.js';
import { featureSearchQuery } from '../../flags/features/feature-queries.js';
import { moments, periods } from '../../../texts/format.js';
import { statisticsTexts as texts } from '../../../texts/statistics.js';
import { FailureNotice, Loading } from '../../../kit/states.js';
import { evaluationsQuery, type Statistics, weeklyChangesQuery } from './statistics-queries.js';
import styles from './statistics.module.css';

const days = periods({ dateStyle: 'medium', timeZone: 'UTC' });
const shortDay = moments({
  ...({ month: 'short', day: 'numeric', timeZone: 'UTC' } as const),
});
const hour = moments({ dateStyle: 'short', timeStyle: 'short' });
const PAUSE_MS = 250;
const SUGGESTIONS = 20;

/** How the instance is used over time. */
export function Charts({ numbers }: { numbers: Statistics }) {
  const { last7, last30, last60, last90 } = numbers.activeUsers;
  return (
    <section className={styles.section}>
      <Title order={2} size="h4">
        {texts.charts}
      </Title>
      <div className={styles.charts}>
        <ProductionChanges />
        <BarChart
          title={texts.activeTitle}
          note={texts.activeNote}
          series={[texts.users]}
          bars={[
            { label: texts.days(7), values: [last7] },
            { label: texts.days(30), values: [last30] },
            { label: texts.days(60), values: [last60] },
            { label: texts.days(90), values: [last90] },
          ]}
        />
      </div>
      <Evaluations />
    </section>
  );
}

function ProductionChanges() {
  const { data, error, refetch } = useQuery(weeklyChangesQuery);
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  if (data.length === 0) return <Text c="dimmed">{texts.changesNone}</Text>;
  return (
    <BarChart
      title={texts.changesTitle}
      note={texts.changesNote}
      series={[texts.changes]}
      bars={data.map(({ from, to, changes }) => ({
        label: days(new Date(from), new Date(to)),
        tick: shortDay(new Date(from)),
        values: [changes],
      }))}
    />
  );
}

function Evaluations() {
  const [letters, setLetters] = useState('');
  const [environment, setEnvironment] = useState('');
  const [feature] = useDebouncedValue(letters.trim(), PAUSE_MS);
  const list = useId();
  const suggestions = useQuery({
    ...featureSearchQuery({ query: feature, sortBy: 'name', limit: SUGGESTIONS }),
    enabled: feature !== '',
  });
  const usage = useQuery({ ...evaluationsQuery(feature, environment), enabled: feature !== '' });
  return (
    <div className={styles.evaluations}>
      <div className={styles.choices}>
        <TextInput
          label={texts.evaluationsOf}
          list={list}
          maxLength={200}
          value={letters}
          onChange={({ currentTarget: { value } }) => setLetters(value)}
        />
        <datalist id={list}>
          {suggestions.data?.features.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <NativeSelect
          label={texts.environment}
          value={environment}
          data={[
            { value: '', label: texts.allEnvironments },
            ...(usage.data?.environments ?? (environment ? [environment] : [])),
          ]}
          onChange={({ currentTarget: { value } }) => setEnvironment(value)}
        />
      </div>
      {feature === '' ? (
        <Text c="dimmed">{texts.evaluationsHint}</Text>
      ) : usage.error ? (
        <FailureNotice error={usage.error} retry={() => void usage.refetch()} />
      ) : !usage.data ? (
        <Loading />
      ) : usage.data.hours.length === 0 ? (
        <Text c="dimmed">{texts.evaluationsNone(feature)}</Text>
      ) : (
        <BarChart
          title={texts.evaluationsTitle(feature)}
          note={texts.evaluationsNote}
          series={[texts.on, texts.off]}
          bars={usage.data.hours.map(({ at, yes, no }) => ({
            label: hour(at),
            tick: tickOf(at, usage.data.hours.length),
            values: [yes, no],
          }))}
        />
      )}
    </div>
  );
}
