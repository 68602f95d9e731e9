import { Button, Title, Tooltip, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { statisticsTexts as texts, numberTexts, valueText } from '../texts/statistics.js';
import { Page } from '../ui/page.js';
import { FailureNotice, Loading } from '../ui/states.js';
import { Time } from '../ui/time.js';
import { Charts } from './charts.js';
import { Downloads } from './downloads.js';
import { NUMBER_GROUPS, type NumberName, valueOf } from './number-groups.js';
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
          {NUMBER_GROUPS.map(([group, names]) => (
            <section key={group} className={styles.section}>
              <Title order={2} size="h4">
                {texts.groups[group]}
              </Title>
              <Numbers names={names} numbers={data.numbers} />
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

function Numbers({ names, numbers }: { names: readonly NumberName[]; numbers: Statistics }) {
  return (
    <dl className={styles.numbers}>
      {names.map((name) => {
        const { label, definition } = numberTexts[name];
        const value = valueOf(numbers, name);
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
