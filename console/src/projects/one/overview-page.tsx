import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '../../router/link.js';
import type { PageProps } from '../../router/route.js';
import { projectTexts as texts } from '../../texts/projects.js';
import { number } from '../../texts/ui.js';
import { Facts } from '../../ui/facts.js';
import { FailureNotice, Loading } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { featuresPath, type PROJECT_PATH } from '../project-path.js';
import { projectInsightsQuery, type ProjectOverview } from '../project-queries.js';
import { ProjectFrame } from './project-frame.js';
import { Hidden } from '../../ui/hidden.js';
import styles from './project-frame.module.css';

/** What a project is, and how it is doing. */
export function OverviewPage({ params: { project } }: PageProps<typeof PROJECT_PATH>) {
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
            [texts.health, `${number(health.rating)} %`],
            [texts.staleCount, number(health.staleCount)],
            [texts.potentiallyStale, number(health.potentiallyStaleCount)],
            [texts.technicalDebt, `${number(overview.technicalDebt)} %`],
            [texts.leadTime, number(leadTime.projectAverage)],
            [texts.createdLately, pair(stats.createdCurrentWindow, stats.createdPastWindow)],
            [texts.archivedLately, pair(stats.archivedCurrentWindow, stats.archivedPastWindow)],
            [
              texts.changesLately,
              pair(stats.projectActivityCurrentWindow, stats.projectActivityPastWindow),
            ],
            [texts.lastChange, <Time key="time" at={overview.updatedAt} />],
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

/** The changes of each day as bars; screen readers get the numbers. */
function Activity({ days }: { days: readonly { date: string; count: number }[] }) {
  const most = Math.max(1, ...days.map(({ count }) => count));
  return (
    <>
      <Title order={2} size="h4" mt="lg">
        {texts.activity}
      </Title>
      <ul className={styles.bars}>
        {days.map(({ date, count }) => {
          const words = texts.activityOf(date, count);
          return (
            <li
              key={date}
              className={styles.bar}
              style={{ height: `${(100 * count) / most}%` }}
              title={words}
            >
              <Hidden>{words}</Hidden>
            </li>
          );
        })}
      </ul>
    </>
  );
}
