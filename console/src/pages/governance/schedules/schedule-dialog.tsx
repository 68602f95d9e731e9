import { Modal, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { type Feature, featureQuery } from '../../flags/features/feature-queries.js';
import { useDraftFaults } from '../../flags/strategies/strategy-fields.js';
import { scheduleTexts as texts } from '../../../texts/schedules.js';
import { uiTexts } from '../../../texts/ui.js';
import { FormDialog } from '../../../kit/form-dialog.js';
import { FailureNotice, Loading } from '../../../kit/states.js';
import { momentOf } from './local-time.js';
import {
  ACTIONS,
  type Action,
  bodyOfSchedule,
  draftOfSchedule,
  hasContent,
  isSwitch,
  NEEDS,
  needsStrategy,
  newScheduleDraft,
  type ScheduleDraft,
} from './schedule-draft.js';
import { type NewSchedule, type Schedule, SCHEDULE_ROOTS } from './schedule-queries.js';
import { ScheduledStrategy } from './scheduled-strategy.js';

const MAX_MINUTES = 525_600;
const MAX_REASON = 500;

interface DialogProps {
  feature: Feature;
  start: ScheduleDraft;
  /** The schedule that is changed; a new one without. */
  schedule?: Schedule;
  onClose: () => void;
}

/** Schedules a change of a feature: once, for a while, or again and again. */
export function AddSchedule({ feature, onClose }: Pick<DialogProps, 'feature' | 'onClose'>) {
  return <ScheduleDialog feature={feature} start={newScheduleDraft(feature)} onClose={onClose} />;
}

/** Changes what a schedule does, and when; whoever changes it becomes its author. */
export function EditSchedule({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { project, feature: name } = schedule;
  const { data: feature, error, refetch } = useQuery(featureQuery(project, name));
  if (!feature)
    return (
      <Modal opened onClose={onClose} title={texts.editTitle(name)}>
        {error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />}
      </Modal>
    );
  const start = draftOfSchedule(schedule);
  return <ScheduleDialog {...{ feature, start, schedule, onClose }} />;
}

function ScheduleDialog({ feature, start, schedule, onClose }: DialogProps) {
  const [draft, setDraft] = useState(start);
  const change = (part: Partial<ScheduleDraft>): void =>
    setDraft((before) => ({ ...before, ...part }));
  const { action, environment } = draft;
  const at = momentOf(draft);
  const isFaulty = useDraftFaults(draft.strategy, placeOf(feature)) && hasContent(action);
  const lacksStrategy = needsStrategy(action) && draft.strategyId === '';
  return (
    <FormDialog
      title={schedule ? texts.editTitle(feature.name) : texts.addTitle(feature.name)}
      action={schedule ? uiTexts.save : texts.add}
      size={hasContent(action) ? 'xl' : 'lg'}
      needs={NEEDS[action]}
      place={{ project: feature.project, environment }}
      isBlocked={!at || isFaulty || lacksStrategy}
      send={() => save(feature, environment, bodyOfSchedule(draft, at!), schedule)}
      done={schedule ? texts.changed : texts.added}
      outdates={SCHEDULE_ROOTS}
      onClose={onClose}
    >
      <NativeSelect
        data-autofocus
        label={texts.action}
        value={action}
        data={ACTIONS.map((value) => ({ value, label: texts.actions[value]! }))}
        onChange={({ currentTarget: { value } }) => change({ action: value as Action })}
      />
      <NativeSelect
        label={texts.environment}
        disabled={schedule !== undefined}
        data={feature.environments.map(({ name }) => name)}
        value={environment}
        onChange={({ currentTarget: { value } }) => change({ environment: value, strategyId: '' })}
      />
      <TimeFields draft={draft} change={change} />
      {isSwitch(action) && <RecurrenceFields draft={draft} change={change} />}
      {(action === 'off' || action === 'archive') && (
        <TextInput
          label={texts.reason}
          description={texts.reasonHint}
          maxLength={MAX_REASON}
          value={draft.reason}
          onChange={({ currentTarget: { value } }) => change({ reason: value })}
        />
      )}
      <ScheduledStrategy feature={feature} draft={draft} change={change} />
    </FormDialog>
  );
}

interface FieldsProps {
  draft: ScheduleDraft;
  change: (part: Partial<ScheduleDraft>) => void;
}

/** When it is done, and what happens if nobody could do it then. */
function TimeFields({ draft, change }: FieldsProps) {
  const at = momentOf(draft);
  return (
    <>
      <TextInput
        type="datetime-local"
        required
        label={texts.at}
        description={at ? texts.inUtc(at.replace('T', ' ').slice(0, 16)) : texts.atHint}
        value={draft.local}
        onChange={({ currentTarget: { value } }) => change({ local: value })}
      />
      <NativeSelect
        label={texts.whenLate}
        value={draft.whenLate}
        data={[
          { value: 'run', label: texts.late.run },
          { value: 'skip', label: texts.late.skip },
        ]}
        onChange={({ currentTarget: { value } }) =>
          change({ whenLate: value === 'skip' ? 'skip' : 'run' })
        }
      />
    </>
  );
}

/** How often a switch is made, and after how long it is reversed. */
function RecurrenceFields({ draft: { rule, timeZone, minutes }, change }: FieldsProps) {
  const rules = Object.entries(texts.rules).map(([value, label]) => ({ value, label }));
  const isKnown = rules.some(({ value }) => value === rule);
  return (
    <>
      <NativeSelect
        label={texts.repeat}
        description={rule ? texts.inZone(timeZone) : undefined}
        value={rule}
        data={isKnown ? rules : [...rules, { value: rule, label: rule }]}
        onChange={({ currentTarget: { value } }) => change({ rule: value })}
      />
      <NumberInput
        min={1}
        max={MAX_MINUTES}
        allowDecimal={false}
        label={texts.reverse}
        description={texts.reverseHint}
        value={minutes ?? ''}
        onChange={(value) => change({ minutes: Number(value) > 0 ? Number(value) : null })}
      />
    </>
  );
}

const placeOf = ({ project, name }: Feature) => ({ project, feature: name });

function save(
  { project: projectId, name: featureName }: Feature,
  environment: string,
  body: NewSchedule,
  schedule: Schedule | undefined,
): Promise<unknown> {
  if (schedule)
    return bodyOf(
      api.PUT('/api/admin/projects/{projectId}/schedules/{id}', {
        params: { path: { projectId, id: schedule.id } },
        body,
      }),
    );
  return bodyOf(
    api.POST(
      '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/schedule',
      { params: { path: { projectId, featureName, environment } }, body },
    ),
  );
}
