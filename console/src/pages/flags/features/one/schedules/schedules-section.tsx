import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AddSchedule } from '../../../../governance/schedules/schedule-dialog.js';
import { featureSchedulesQuery } from '../../../../governance/schedules/schedule-queries.js';
import { ScheduleTable } from '../../../../governance/schedules/schedule-table.js';
import { ScheduledRequests } from '../../../../governance/schedules/scheduled-requests.js';
import { scheduleTexts as texts } from '../../../../../texts/schedules.js';
import { EmptyState, FailureNotice, Loading } from '../../../../../kit/states.js';
import { useDialog } from '../../../../../kit/use-dialog.js';
import type { Feature } from '../../feature-queries.js';

/** What will happen to a feature at a chosen time. */
export function SchedulesSection({ feature }: { feature: Feature }) {
  const { data, error, refetch } = useQuery(featureSchedulesQuery(feature.project, feature.name));
  const [dialog, show] = useDialog();
  return (
    <section aria-label={texts.heading}>
      <Group justify="flex-end" mb="md">
        <Button
          disabled={feature.environments.length === 0}
          onClick={() => show((close) => <AddSchedule feature={feature} onClose={close} />)}
        >
          {texts.add}
        </Button>
      </Group>
      {error && !data ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.total === 0 ? (
        <EmptyState title={texts.empty}>{texts.emptyOfFeature}</EmptyState>
      ) : (
        <ScheduleTable schedules={data.schedules} />
      )}
      <ScheduledRequests feature={feature.name} />
      {dialog}
    </section>
  );
}
