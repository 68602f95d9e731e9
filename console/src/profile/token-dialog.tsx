import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.js';
import { environmentsQuery } from '../environments/environment-queries.js';
import { projectsQuery } from '../projects/project-queries.js';
import { profileTexts as texts } from '../texts/profile.js';
import { FormDialog, isTicked, textOf } from '../ui/form-dialog.js';
import { MultiChoice } from '../ui/multi-choice.js';
import type { PersonalToken } from './profile-queries.js';

const DAYS = [7, 30, 90, 180, 365];
const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;
/** The service counts the longest validity from when it receives the request. */
const MARGIN_MS = 60_000;

interface TokenDialogProps {
  onCreated: (token: PersonalToken) => void;
  onClose: () => void;
}

/** Creates a personal token, limited to what it needs. */
export function TokenDialog({ onCreated, onClose }: TokenDialogProps) {
  const { data: projects = [] } = useQuery(projectsQuery());
  const { data: environments = [] } = useQuery(environmentsQuery);
  const choice = { searchable: true, clearable: true, limit: 50, description: texts.limitHint };
  return (
    <FormDialog
      title={texts.tokenTitle}
      action={texts.create}
      outdates={['profile']}
      onClose={onClose}
      send={async (form) =>
        onCreated(await bodyOf(api.POST('/api/admin/user/tokens', { body: tokenOf(form) })))
      }
    >
      <TextInput
        name="description"
        label={texts.description}
        description={texts.descriptionHint}
        maxLength={255}
        required
        data-autofocus
      />
      <NativeSelect
        name="days"
        label={texts.expiry}
        defaultValue={String(DEFAULT_DAYS)}
        data={DAYS.map((days) => ({ value: String(days), label: texts.inDays(days) }))}
      />
      <Checkbox name="readOnly" label={texts.readOnly} description={texts.readOnlyHint} />
      <MultiChoice
        {...choice}
        name="projects"
        label={texts.limitProjects}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <MultiChoice
        {...choice}
        name="environments"
        label={texts.limitEnvironments}
        data={environments.map(({ name }) => name)}
      />
    </FormDialog>
  );
}

function tokenOf(form: FormData) {
  const chosen = (name: string): string[] => textOf(form, name).split(',').filter(Boolean);
  const scope = {
    readOnly: isTicked(form, 'readOnly'),
    projects: chosen('projects'),
    environments: chosen('environments'),
  };
  const isLimited = scope.readOnly || scope.projects.length + scope.environments.length > 0;
  const expires = Date.now() + Number(textOf(form, 'days')) * DAY_MS - MARGIN_MS;
  return {
    description: textOf(form, 'description'),
    expiresAt: new Date(expires).toISOString(),
    ...(isLimited ? { scope } : {}),
  };
}
