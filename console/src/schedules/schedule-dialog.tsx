import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, bodyOf } from '../api/client.js';
import type { Feature } from '../features/feature-queries.js';
import { scheduleTexts as texts } from '../texts/schedules.js';
import { FormDialog, textOf } from '../ui/form-dialog.js';
import { type NewSchedule, SCHEDULE_ROOTS } from './schedule-queries.js';

const MAX_MINUTES = 525_600;
const NEEDS = ['UPDATE_FEATURE_ENVIRONMENT', 'DISABLE_FEATURE_ENVIRONMENT'];
const ACTIONS = ['off', 'on'] as const;

interface ScheduleDialogProps {
  feature: Feature;
  onClose: () => void;
}

/** Schedules a switch of a feature: once, for a while, or again and again. */
export function ScheduleDialog({ feature, onClose }: ScheduleDialogProps) {
  const [environment, setEnvironment] = useState(feature.environments[0]?.name ?? '');
  const [local, setLocal] = useState('');
  const moment = new Date(local);
  const at = Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
  return (
    <FormDialog
      title={texts.addTitle(feature.name)}
      action={texts.add}
      needs={NEEDS}
      place={{ project: feature.project, environment }}
      isBlocked={!at}
      send={(form) => add(feature, environment, scheduleOf(form, at!))}
      done={texts.added}
      outdates={SCHEDULE_ROOTS}
      onClose={onClose}
    >
      <NativeSelect
        name="action"
        data-autofocus
        label={texts.action}
        data={ACTIONS.map((value) => ({ value, label: texts.actions[value]! }))}
      />
      <NativeSelect
        label={texts.environment}
        data={feature.environments.map(({ name }) => name)}
        value={environment}
        onChange={({ currentTarget: { value } }) => setEnvironment(value)}
      />
      <TextInput
        type="datetime-local"
        required
        label={texts.at}
        description={at ? texts.inUtc(at.replace('T', ' ').slice(0, 16)) : texts.atHint}
        value={local}
        onChange={({ currentTarget: { value } }) => setLocal(value)}
      />
      <NativeSelect
        name="rule"
        label={texts.repeat}
        data={Object.entries(texts.rules).map(([value, label]) => ({ value, label }))}
      />
      <NumberInput
        name="minutes"
        min={1}
        max={MAX_MINUTES}
        allowDecimal={false}
        label={texts.reverse}
        description={texts.reverseHint}
      />
    </FormDialog>
  );
}

function scheduleOf(form: FormData, at: string): NewSchedule {
  const rule = textOf(form, 'rule');
  const minutes = textOf(form, 'minutes');
  return {
    action: textOf(form, 'action') as NewSchedule['action'],
    at,
    ...(rule ? { rule, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone } : {}),
    ...(minutes ? { durationMinutes: Number(minutes) } : {}),
  };
}

function add(
  { project: projectId, name: featureName }: Feature,
  environment: string,
  body: NewSchedule,
): Promise<unknown> {
  return bodyOf(
    api.POST(
      '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/schedule',
      { params: { path: { projectId, featureName, environment } }, body },
    ),
  );
}
