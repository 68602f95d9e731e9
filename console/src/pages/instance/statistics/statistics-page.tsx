import { Button, Title, Tooltip, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { number } from '../../../texts/format.js';
import {
  numberGroups,
  type NumberGroup,
  statisticsTexts as texts,
} from '../../../texts/statistics.js';
import { Page } from '../../../kit/page.js';
import { FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import { Charts } from './charts.js';
import { Downloads } from './downloads.js';
import { type Statistics, statisticsQuery } from './statistics-queries.js';
import styles from './statistics.module.css';
import { Verification } from './verification.js';

/** The statistics of the instance: numbers, charts, files, and whether they are genuine. */
export function StatisticsPage() {
  const { data, error, refetch, isFetching } = useQuery(statisticsQuery);
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      actions={
        <Button
          variant="default"
          loading={isFetching && data !== undefined}
          onClick={() => void refetch()}
        >
          {texts.refresh}
        </Button>
      }
    >
      {data ? (
        <>
          <Snapshot numbers={data.numbers} />
          {numberGroups.map((group) => (
            <section key={group.title} className={styles.section}>
              <Title order={2} size="h4">
                {group.title}
              </Title>
              <Numbers group={group} statistics={data.numbers} />
            </section>
          ))}
          <Charts numbers={data.numbers} />
          <Verification signed={data.signed} />
          <Downloads {...data} />
        </>
      ) : error ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function Snapshot({ numbers }: { numbers: Statistics }) {
  return (
    <dl className={styles.facts}>
      <dt>{texts.snapshot}</dt>
      <dd>
        <Time at={numbers.timestamp} />
      </dd>
      <dt>{texts.version}</dt>
      <dd>{numbers.versionOSS}</dd>
      <dt>{texts.instance}</dt>
      <dd>
        <code className={styles.code}>{numbers.instanceId}</code>
      </dd>
    </dl>
  );
}

function Numbers({ group, statistics }: { group: NumberGroup; statistics: Statistics }) {
  return (
    <dl className={styles.numbers}>
      {Object.entries(group.numbers).map(([name, { label, definition }]) => {
        const value = valueOf(statistics, name);
        return (
          <div key={name} className={styles.number}>
            <dt>
              <Tooltip label={definition} multiline w={280} withinPortal>
                <UnstyledButton className={styles.label}>{label}</UnstyledButton>
              </Tooltip>
            </dt>
            <dd className={styles.value}>{value === undefined ? '–' : valueText(value)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A number by its name, such as `activeUsers.last7`; undefined when the answer lacks it. */
function valueOf(statistics: Statistics, name: string): number | boolean | undefined {
  const [outer = '', inner] = name.split('.');
  if (outer === 'clientApps')
    return statistics.clientApps.find(({ range }) => range === inner)?.count;
  const value = (statistics as unknown as Record<string, unknown>)[outer];
  return (inner === undefined ? value : (value as Record<string, number>)[inner]) as
    number | boolean | undefined;
}

function valueText(value: number | boolean): string {
  if (typeof value === 'number') return number(value);
  return value ? texts.yes : texts.no;
}
