import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../../app/router/link.js';
import { pathTo } from '../../../app/router/route.js';
import { BarChart } from '../../../kit/charts/bar-chart.js';
import { CsvButton } from '../../../kit/csv-button.js';
import { Page } from '../../../kit/page.js';
import { Answer } from '../../../kit/answer.js';
import { EmptyState } from '../../../kit/states.js';
import { type Column, DataTable } from '../../../kit/tables/data-table.js';
import { TwoLines } from '../../../kit/two-lines.js';
import { moments, number, percent } from '../../../texts/format.js';
import { insightsTexts as texts } from '../../../texts/insights.js';
import {
  type Insights,
  insightsQuery,
  isInWeek,
  latestOf,
  projectsCsv,
  type LifecycleParts,
  weeksUntil,
} from './insights-queries.js';
import styles from './insights.module.css';

const day = moments({ ...({ month: 'short', day: 'numeric', timeZone: 'UTC' } as const) });
const date = moments({ dateStyle: 'medium', timeZone: 'UTC' });

/** How features come and go in all projects. */
export function InsightsPage() {
  const answer = useQuery(insightsQuery);
  return (
    <Page title={texts.title} intro={texts.intro}>
      <Answer of={answer}>
        {(data) => (
          <>
            <Parts parts={data.parts} />
            <Trends trends={data.trends} />
            <Projects trends={data.trends} />
          </>
        )}
      </Answer>
    </Page>
  );
}

type PartName = keyof LifecycleParts;

function Parts({ parts }: { parts: LifecycleParts }) {
  const isNew = ({ categories }: LifecycleParts[PartName]): number =>
    Object.values(categories).reduce((sum, { newFlagsThisWeek }) => sum + newFlagsThisWeek, 0);
  const columns: readonly Column<PartName>[] = [
    {
      head: texts.part,
      isHead: true,
      cell: (part) => <TwoLines below={texts.parts[part].below}>{texts.parts[part].name}</TwoLines>,
    },
    { head: texts.features, cell: (part) => number(parts[part].totalFlags) },
    { head: texts.newOnes, cell: (part) => number(isNew(parts[part])) },
    { head: texts.daysSoFar, cell: (part) => number(parts[part].medianDaysInCurrentStage) },
    { head: texts.daysBefore, cell: (part) => number(parts[part].medianDaysHistorically) },
  ];
  return (
    <section className={styles.section}>
      <Title order={2} size="h4">
        {texts.lifecycle}
      </Title>
      <DataTable
        label={texts.lifecycle}
        columns={columns}
        rows={Object.keys(texts.parts) as PartName[]}
        keyOf={(part) => part}
      />
    </section>
  );
}

function Trends({ trends }: { trends: Insights }) {
  const weeks = weeksUntil(new Date());
  const bars = (valuesOf: (monday: string) => number[]) =>
    weeks.map((monday) => {
      const label = day(new Date(monday));
      return { label, tick: label, values: valuesOf(monday) };
    });
  const sumOf = <Row extends { date: string }>(
    rows: readonly Row[],
    monday: string,
    count: (row: Row) => number,
  ): number =>
    rows.filter(({ date }) => isInWeek(date, monday)).reduce((sum, row) => sum + count(row), 0);
  const { flagTrends, lifecycleTrends, creationArchiveTrends, dateRange, isShortened } = trends;
  return (
    <section className={styles.section}>
      <Title order={2} size="h4">
        {texts.trends}
      </Title>
      {isShortened && <Text>{texts.shortened(date(new Date(dateRange.from)))}</Text>}
      <div className={styles.charts}>
        <BarChart
          title={texts.debtTitle}
          note={texts.debtNote}
          series={[texts.current, texts.stale]}
          bars={bars((monday) => {
            const last = flagTrends.filter(({ date }) => isInWeek(date, monday)).at(-1);
            return last ? [last.active, last.total - last.active] : [0, 0];
          })}
        />
        <BarChart
          title={texts.productionTitle}
          note={texts.productionNote}
          series={[texts.production]}
          bars={bars((monday) => [sumOf(lifecycleTrends, monday, (row) => row.newProductionFlags)])}
        />
        <BarChart
          title={texts.createdTitle}
          note={texts.createdNote}
          series={[texts.created, texts.archived]}
          bars={bars((monday) => [
            sumOf(creationArchiveTrends, monday, ({ createdFlags }) =>
              Object.values(createdFlags).reduce((sum, count) => sum + count, 0),
            ),
            sumOf(creationArchiveTrends, monday, (row) => row.archivedFlags),
          ])}
        />
      </div>
    </section>
  );
}

type ProjectRow = Insights['projectFlagTrends'][number];

const PROJECT_COLUMNS: readonly Column<ProjectRow>[] = [
  {
    head: texts.project,
    isHead: true,
    cell: ({ project }) => <Link to={pathTo('/projects/:project', { project })}>{project}</Link>,
  },
  { head: texts.features, cell: ({ total }) => number(total) },
  {
    head: texts.stale,
    cell: ({ stale, potentiallyStale }) => number(stale + potentiallyStale),
  },
  { head: texts.debt, cell: ({ technicalDebt }) => percent(technicalDebt) },
  {
    head: texts.timeToProduction,
    cell: ({ timeToProduction }) =>
      timeToProduction === undefined ? '–' : number(timeToProduction),
  },
  { head: texts.users, cell: ({ users }) => number(users) },
];

function Projects({ trends }: { trends: Insights }) {
  const rows = latestOf(trends);
  return (
    <section className={styles.section}>
      <Title order={2} size="h4">
        {texts.projects}
      </Title>
      {rows.length > 0 ? (
        <>
          <DataTable
            label={texts.projects}
            columns={PROJECT_COLUMNS}
            rows={rows}
            keyOf={({ project }) => project}
          />
          <CsvButton name="insights.csv" read={projectsCsv}>
            {texts.csv}
          </CsvButton>
        </>
      ) : (
        <EmptyState title={texts.none} />
      )}
    </section>
  );
}
