import {
  Anchor,
  Button,
  Checkbox,
  Group,
  PasswordInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../api/client.js';
import { environmentsQuery } from '../../flags/environments/environment-queries.js';
import { projectsQuery } from '../../flags/projects/project-queries.js';
import { integrationTexts as texts } from '../../../texts/integrations.js';
import { linkTexts } from '../../../texts/links.js';
import { isTicked, textOf } from '../../../kit/form-dialog.js';
import { MultiChoice } from '../../../kit/multi-choice.js';
import type { Addon, Provider } from './integration-queries.js';

interface FieldsProps {
  provider: Provider;
  /** The integration that is changed; none for a new one. */
  addon?: Addon;
}

/** The fields of an integration: those of all, and the parameters of its provider. */
export function IntegrationFields({ provider, addon }: FieldsProps) {
  return (
    <>
      <Text size="sm">
        {provider.howTo}{' '}
        <Anchor
          href={provider.documentationUrl}
          target="_blank"
          rel="noreferrer"
          size="sm"
          underline="always"
        >
          {texts.documentation}
        </Anchor>
      </Text>
      <TextInput
        name="description"
        label={texts.description}
        defaultValue={addon?.description ?? ''}
        data-autofocus
      />
      {provider.parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={textIn(addon?.parameters[parameter.name])}
        />
      ))}
      <Events types={provider.events} chosen={addon?.events ?? []} />
      <Limits addon={addon} />
      <Checkbox
        name="enabled"
        label={texts.enabled}
        description={texts.enabledHint}
        defaultChecked={addon?.enabled ?? true}
      />
    </>
  );
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const fieldOf = (parameter: string): string => `parameter-${parameter}`;

interface ParameterFieldProps {
  parameter: Schemas['AddonParameterResponse'];
  value: string;
}

function ParameterField({ parameter, value }: ParameterFieldProps) {
  const { name, displayName, description, placeholder, required, sensitive, type } = parameter;
  const common = {
    name: fieldOf(name),
    label: displayName,
    description: sensitive && value ? `${description} ${texts.secretHint}` : description,
    placeholder,
    required,
    defaultValue: value,
    autoComplete: 'off',
  };
  if (sensitive) {
    return (
      <PasswordInput
        {...common}
        visibilityToggleButtonProps={{ 'aria-label': linkTexts.show, tabIndex: 0 }}
      />
    );
  }
  return type === 'textfield' ? (
    <Textarea {...common} autosize={false} rows={3} />
  ) : (
    <TextInput {...common} />
  );
}

function Events({ types, chosen }: { types: readonly string[]; chosen: readonly string[] }) {
  const [events, setEvents] = useState<string[]>([...chosen]);
  return (
    <div>
      <MultiChoice
        name="events"
        label={texts.events}
        description={texts.eventsHint}
        withAsterisk
        searchable
        clearable
        data={[...types]}
        value={events}
        onChange={setEvents}
      />
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={() => setEvents([...types])}>
          {texts.allEvents}
        </Button>
        <Button size="xs" variant="default" onClick={() => setEvents([])}>
          {texts.noEvents}
        </Button>
      </Group>
    </div>
  );
}

function Limits({ addon }: { addon: Addon | undefined }) {
  const { data: projects = [] } = useQuery(projectsQuery());
  const { data: environments = [] } = useQuery(environmentsQuery);
  const common = { searchable: true, clearable: true, limit: 50, description: texts.limitHint };
  return (
    <>
      <MultiChoice
        {...common}
        name="projects"
        label={texts.projects}
        defaultValue={addon?.projects.filter((project) => project !== '*')}
        data={withKnown(
          projects.map(({ id }) => id),
          addon?.projects,
        )}
      />
      <MultiChoice
        {...common}
        name="environments"
        label={texts.environments}
        defaultValue={addon?.environments.filter((environment) => environment !== '*')}
        data={withKnown(
          environments.map(({ name }) => name),
          addon?.environments,
        )}
      />
    </>
  );
}

/** What can be chosen, also what was chosen and is not there any more. */
const withKnown = (choices: readonly string[], chosen: readonly string[] = []): string[] => [
  ...new Set([...choices, ...chosen.filter((one) => one !== '*')]),
];

/** What was typed into the fields. */
export function addonOf(form: FormData, provider: Provider): Schemas['AddonDto'] {
  const list = (name: string): string[] => textOf(form, name).split(',').filter(Boolean);
  const parameters = provider.parameters
    .map(({ name }) => [name, textOf(form, fieldOf(name))] as const)
    .filter(([, value]) => value !== '');
  return {
    provider: provider.name as Schemas['AddonDto']['provider'],
    description: textOf(form, 'description') || null,
    enabled: isTicked(form, 'enabled'),
    parameters: Object.fromEntries(parameters),
    events: list('events'),
    projects: list('projects'),
    environments: list('environments'),
  };
}
