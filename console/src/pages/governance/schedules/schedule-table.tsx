import { service } from '../../../api/failure-words.js';
import { Alert } from '@mantine/core';
import { api, bodyOf } from '../../../api/client.js';
import { scheduleTexts as texts } from '../../../texts/schedules.js';
import { Listing } from '../../../kit/listing.js';
import { RowButton } from '../../../kit/row-button.js';
import { RowRemoval } from '../../../kit/row-removal.js';
import { Time } from '../../../kit/time.js';
import { type RenderDialog, useDialog } from '../../../kit/use-dialog.js';
import { EditSchedule } from './schedule-dialog.js';
import { NEEDS } from './schedule-draft.js';
import { type Schedule, SCHEDULE_ROOTS } from './schedule-queries.js';
import { wordsOfRule, wordsOfSchedule } from './schedule-words.js';
import { wordsOfMaker } from '../../audit/events/words-of-author.js';

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
          { head: texts.by, cell: ({ createdBy }) => wordsOfMaker(createdBy) },
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
          {service.told(problem)}
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
  return (
    <>
      <RowButton
        needs={NEEDS[action]}
        place={{ project, environment }}
        aria-label={texts.editOf(wordsOfSchedule(schedule))}
        onClick={() => show((close) => <EditSchedule schedule={schedule} onClose={close} />)}
      >
        {texts.edit}
      </RowButton>
      <ScheduleRemoval schedule={schedule} show={show} />
    </>
  );
}

function ScheduleRemoval({ schedule, show }: ButtonsProps) {
  const { action, project: projectId, environment, id } = schedule;
  const what = wordsOfSchedule(schedule);
  return (
    <RowRemoval
      label={texts.remove}
      needs={[...NEEDS[action], ...TO_PREVENT]}
      place={{ project: projectId, environment }}
      aria-label={texts.removeOf(what)}
      show={show}
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
    >
      {texts.removeHint(what)}
    </RowRemoval>
  );
}
