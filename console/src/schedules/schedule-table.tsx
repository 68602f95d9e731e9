import { Alert, Button } from '@mantine/core';
import { api, bodyOf } from '../api/client.js';
import { useLack } from '../session/permissions.js';
import { scheduleTexts as texts } from '../texts/schedules.js';
import { Listing } from '../ui/listing.js';
import { RemovalDialog } from '../ui/removal-dialog.js';
import { Time } from '../ui/time.js';
import { useDialog } from '../ui/use-dialog.js';
import { type Schedule, SCHEDULE_ROOTS } from './schedule-queries.js';
import { wordsOfRule, wordsOfSchedule } from './schedule-words.js';

/** What the person needs to remove a schedule: the permission for one of the switches. */
const NEEDS = ['UPDATE_FEATURE_ENVIRONMENT', 'DISABLE_FEATURE_ENVIRONMENT'];

/** Schedules that can still act. */
export function ScheduleTable({ schedules }: { schedules: readonly Schedule[] }) {
  const [dialog, show] = useDialog();
  return (
    <>
      <Listing
        label={texts.heading}
        items={schedules}
        keyOf={({ id }) => id}
        searched={(schedule) => `${wordsOfSchedule(schedule)} ${schedule.createdBy.username}`}
        empty={null}
        columns={[
          { head: texts.what, cell: wordsOfSchedule },
          { head: texts.when, cell: ({ nextAt }) => <Time at={nextAt} /> },
          { head: texts.repeats, cell: ({ rule }) => wordsOfRule(rule) },
          { head: texts.state, cell: (schedule) => <State schedule={schedule} /> },
          { head: texts.by, cell: ({ createdBy }) => createdBy.username },
        ]}
        actions={(schedule) => (
          <RemoveButton
            schedule={schedule}
            remove={() => show((close) => <ScheduleRemoval schedule={schedule} onClose={close} />)}
          />
        )}
      />
      {dialog}
    </>
  );
}

function State({ schedule: { state, reason, conflict } }: { schedule: Schedule }) {
  const problem = reason ?? conflict;
  return (
    <>
      {texts.states[state] ?? state}
      {problem && (
        <Alert color="orange" mt="xs" p="xs">
          {problem}
        </Alert>
      )}
    </>
  );
}

function RemoveButton({ schedule, remove }: { schedule: Schedule; remove: () => void }) {
  const { project, environment } = schedule;
  const lack = useLack(NEEDS, { project, environment });
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={texts.removeOf(wordsOfSchedule(schedule))}
      disabled={lack !== undefined}
      title={lack}
      onClick={remove}
    >
      {texts.remove}
    </Button>
  );
}

function ScheduleRemoval({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { project: projectId, id } = schedule;
  return (
    <RemovalDialog
      title={texts.removeTitle}
      action={texts.remove}
      send={() =>
        bodyOf(
          api.DELETE('/api/admin/projects/{projectId}/schedules/{id}', {
            params: { path: { projectId, id } },
          }),
        )
      }
      done={texts.removed}
      outdates={SCHEDULE_ROOTS}
      onClose={onClose}
    >
      {texts.removeHint(wordsOfSchedule(schedule))}
    </RemovalDialog>
  );
}
