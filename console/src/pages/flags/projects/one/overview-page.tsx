import { Text, Title } from '@mantine/core';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { BarChart } from '../../../../kit/charts/bar-chart.js';
import { Link } from '../../../../app/router/link.js';
import { type PageProps, pathTo } from '../../../../app/router/route.js';
import { projectTexts as texts } from '../../../../texts/projects.js';
import { moments, number, percent } from '../../../../texts/format.js';
import { Facts } from '../../../../kit/facts.js';
import { FailureNotice, Loading } from '../../../../kit/states.js';
import { Time } from '../../../../kit/time.js';
import { codeTexts } from '../../../../texts/code.js';
import { featuresPath, PROJECT_CODE_PATH, type PROJECT_PATH } from '../project-path.js';
import { projectInsightsQuery, type ProjectOverview, projectsQuery } from '../project-queries.js';
import { ProjectFrame } from './project-frame.js';
import styles from './project-frame.module.css';

/** What a project is, and how it is doing. */
export function OverviewPage({ params: { project } }: PageProps<typeof PROJECT_PATH>) {
  // Read beside the overview, which the frame waits for.
  usePrefetchQuery(projectInsightsQuery(project));
  return (
    <ProjectFrame project={project}>
      {(overview) => (
        <>
          <Text c="dimmed">{overview.description || texts.noDescription}</Text>
          <Insights project={project} overview={overview} />
        </>
      )}
    </ProjectFrame>
  );
}

interface InsightsProps {
  project: string;
  overview: ProjectOverview;
}

function Insights({ project, overview }: InsightsProps) {
  const { data, error, refetch } = useQuery(projectInsightsQuery(project));
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  const { insights, status } = data;
  const { stats, health, leadTime, members } = insights;
  const pair = (now: number, before: number): string => texts.pair(number(now), number(before));
  const count = health.activeCount + health.staleCount + health.potentiallyStaleCount;
  return (
    <div className={styles.columns}>
      <section className={styles.section}>
        <Title order={2} size="h4">
          {texts.insights}
        </Title>
        <Facts
          facts={[
            [
              texts.features,
              <Link key="features" to={featuresPath(project)}>
                {texts.featureCount(count)}
              </Link>,
            ],
            [texts.mode, texts.modeNames[overview.mode]],
            [texts.members, number(members.currentMembers)],
            [texts.health, percent(health.rating)],
            [texts.staleCount, number(health.staleCount)],
            [texts.potentiallyStale, number(health.potentiallyStaleCount)],
            [texts.technicalDebt, percent(overview.technicalDebt)],
            [texts.leadTime, number(leadTime.projectAverage)],
            [texts.createdLately, pair(stats.createdCurrentWindow, stats.createdPastWindow)],
            [texts.archivedLately, pair(stats.archivedCurrentWindow, stats.archivedPastWindow)],
            [
              texts.changesLately,
              pair(stats.projectActivityCurrentWindow, stats.projectActivityPastWindow),
            ],
            [
              codeTexts.title,
              <Link key="code" to={pathTo(PROJECT_CODE_PATH, { project })}>
                {codeTexts.repositories}
              </Link>,
            ],
            [texts.lastChange, <LastChange key="time" project={project} />],
          ]}
        />
      </section>
      <section className={styles.section}>
        <Title order={2} size="h4">
          {texts.lifecycle}
        </Title>
        <Facts facts={stageFacts(status.lifecycleSummary)} />
        <Activity days={status.activityCountByDate} />
      </section>
    </div>
  );
}

type Stage = keyof typeof texts.stages;

function stageFacts(summary: Record<Stage, { currentFlags: number }>): [string, string][] {
  return Object.entries(texts.stages).map(([stage, label]) => [
    label,
    number(summary[stage as Stage].currentFlags),
  ]);
}

const DAYS = 30;
const DAY_MS = 86_400_000;
const shortDay = moments({
  ...({ month: 'short', day: 'numeric', timeZone: 'UTC' } as const),
});
const fullDay = moments({ dateStyle: 'medium', timeZone: 'UTC' });

/** The changes of the last days, in UTC; days without changes are not among the given ones. */
function Activity({ days }: { days: readonly { date: string; count: number }[] }) {
  const counts = new Map(days.map(({ date, count }) => [date, count]));
  const now = Date.now();
  const bars = Array.from({ length: DAYS }, (_, index) => {
    const day = new Date(now - (DAYS - 1 - index) * DAY_MS);
    const count = counts.get(day.toISOString().slice(0, 'YYYY-MM-DD'.length)) ?? 0;
    return { label: fullDay(day), tick: shortDay(day), values: [count] };
  });
  return (
    <div className={styles.activity}>
      <BarChart title={texts.activity} series={[texts.changes]} bars={bars} />
    </div>
  );
}

/** When something in the project last changed; the overview says when its settings did. */
function LastChange({ project }: { project: string }) {
  const { data } = useQuery(projectsQuery());
  return <Time at={data?.find(({ id }) => id === project)?.lastUpdatedAt ?? null} />;
}
