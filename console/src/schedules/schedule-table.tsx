import { Alert } from '@mantine/core';
import { api, bodyOf } from '../api/client.js';
import { scheduleTexts as texts } from '../texts/schedules.js';
import { Listing } from '../ui/listing.js';
import { RemovalDialog } from '../ui/removal-dialog.js';
import { Time } from '../ui/time.js';
import { PermittedButton } from '../ui/permitted-button.js';
import { type RenderDialog, useDialog } from '../ui/use-dialog.js';
import { EditSchedule } from './schedule-dialog.js';
import { NEEDS } from './schedule-draft.js';
import { type Schedule, SCHEDULE_ROOTS } from './schedule-queries.js';
import { wordsOfRule, wordsOfSchedule } from './schedule-words.js';

/** Whoever may turn a feature off may also prevent what is scheduled. */
const TO_PREVENT = ['UPDATE_FEATURE_ENVIRONMENT', 'DISABLE_FEATURE_ENVIRONMENT'];

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
        actions={(schedule) => <Buttons schedule={schedule} show={show} />}
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

interface ButtonsProps {
  schedule: Schedule;
  show: (render: RenderDialog) => void;
}

function Buttons({ schedule, show }: ButtonsProps) {
  const { action, project, environment } = schedule;
  const what = wordsOfSchedule(schedule);
  const common = { place: { project, environment }, size: 'compact-sm', variant: 'default' };
  return (
    <>
      <PermittedButton
        {...common}
        needs={NEEDS[action]}
        aria-label={texts.editOf(what)}
        onClick={() => show((close) => <EditSchedule schedule={schedule} onClose={close} />)}
      >
        {texts.edit}
      </PermittedButton>
      <PermittedButton
        {...common}
        needs={[...NEEDS[action], ...TO_PREVENT]}
        aria-label={texts.removeOf(what)}
        onClick={() => show((close) => <ScheduleRemoval schedule={schedule} onClose={close} />)}
      >
        {texts.remove}
      </PermittedButton>
    </>
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
