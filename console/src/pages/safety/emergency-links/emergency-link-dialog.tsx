import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import type { Feature } from '../../flags/features/feature-queries.js';
import { emergencyLinkTexts as texts } from '../../../texts/emergency-links.js';
import { DayField } from '../../../kit/day-field.js';
import { endOfDay } from '../../../kit/moment.js';
import { FormDialog, isTicked, textOf } from '../../../kit/form-dialog.js';
import { Switch } from '../../../kit/switch.js';
import { EMERGENCY_LINK_ROOTS, type NewEmergencyLink } from './emergency-link-queries.js';

/** Permissions of which one is enough to turn features off. */
export const TO_TURN_OFF = [
  'UPDATE_FEATURE_ENVIRONMENT',
  'DISABLE_FEATURE_ENVIRONMENT',
  'SKIP_CHANGE_REQUEST',
];
const MAX_REASON = 200;
/** After how many days a link expires unless another day is chosen. */
const USUAL_DAYS = 90;

interface AddEmergencyLinkProps {
  feature: Feature;
  onCreated: (link: NewEmergencyLink) => void;
  onClose: () => void;
}

/** Creates a link for a feature, or for one of its tags. */
export function AddEmergencyLink({ feature, onCreated, onClose }: AddEmergencyLinkProps) {
  const { project, name, environments, tags = [] } = feature;
  const production = environments.find(({ type }) => type === 'production') ?? environments[0];
  const [environment, setEnvironment] = useState(production?.name ?? '');
  return (
    <FormDialog
      title={texts.addTitle(name)}
      needs={TO_TURN_OFF}
      place={{ project, environment }}
      outdates={EMERGENCY_LINK_ROOTS}
      onClose={onClose}
      send={async (form) => onCreated(await create(feature, environment, form))}
    >
      <NativeSelect
        name="subject"
        label={texts.what}
        data-autofocus
        data={[
          { value: '', label: texts.onlyFeature },
          ...tags.map(({ type, value }, n) => ({
            value: String(n),
            label: texts.allWith(`${type}:${value}`),
          })),
        ]}
      />
      <NativeSelect
        label={texts.environment}
        data={environments.map((one) => one.name)}
        value={environment}
        onChange={({ currentTarget: { value } }) => setEnvironment(value)}
      />
      <DayField
        name="expiresAt"
        label={texts.expires}
        description={texts.expiresHint}
        required
        at={usualDay()}
      />
      <TextInput
        name="reason"
        label={texts.reason}
        description={texts.reasonHint}
        maxLength={MAX_REASON}
      />
      <Switch name="singleUse" label={texts.singleUse} />
    </FormDialog>
  );
}

function create(
  { project: projectId, name, tags = [] }: Feature,
  environment: string,
  form: FormData,
): Promise<NewEmergencyLink> {
  const subject = textOf(form, 'subject');
  return bodyOf(
    api.POST('/api/admin/projects/{projectId}/emergency-links', {
      params: { path: { projectId } },
      body: {
        ...(subject === '' ? { feature: name } : { tag: tags[Number(subject)]! }),
        environment,
        expiresAt: endOfDay(textOf(form, 'expiresAt'))!,
        reason: textOf(form, 'reason') || null,
        singleUse: isTicked(form, 'singleUse'),
      },
    }),
  );
}

function usualDay(): string {
  const day = new Date();
  day.setDate(day.getDate() + USUAL_DAYS);
  return day.toISOString();
}
