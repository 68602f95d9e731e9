import { Alert, Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, bodyOf } from '../../../../api/client.js';
import { wordsOf } from '../../../../api/failure-words.js';
import { projectChoices } from '../../projects/project-choices.js';
import { navigate, useSearch } from '../../../../app/router/location.js';
import { useMe } from '../../../../app/session/me.js';
import { createFeatureTexts as createTexts } from '../../../../texts/create-feature.js';
import { editFeatureTexts as editTexts } from '../../../../texts/edit-feature.js';
import { featurePageTexts as texts } from '../../../../texts/feature-page.js';
import { Page } from '../../../../kit/page.js';
import { PermittedButton } from '../../../../kit/permitted-button.js';
import { FailureNotice, Loading } from '../../../../kit/states.js';
import { useAction } from '../../../../kit/use-action.js';
import { featurePath } from '../feature-path.js';
import { FEATURE_ROOTS } from '../feature-queries.js';
import { projectsAndTypesQuery } from '../one/about/feature-options.js';

const PAUSE_MS = 250;
const MAX_NAME_LENGTH = 100;
const NEEDS = 'CREATE_FEATURE';

interface Input {
  project: string;
  name: string;
  type: string;
  description: string;
  impressionData: boolean;
}

/** Creates a feature. The address can name its project. */
export function CreateFeaturePage() {
  const { data, error, refetch } = useQuery(projectsAndTypesQuery);
  const [search] = useSearch();
  const me = useMe();
  const projects = projectChoices(me, data?.projects ?? [], NEEDS);
  const named = projects.find(({ value }) => value === search.get('project'));
  const first = named ?? projects.find(({ disabled }) => !disabled) ?? projects[0];
  return (
    <Page title={createTexts.newTitle}>
      {data && first ? (
        <CreationForm projects={projects} types={data.types} project={first.value} />
      ) : data ? (
        <Alert>{createTexts.noProjects}</Alert>
      ) : error ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

interface FormProps {
  projects: ReturnType<typeof projectChoices>;
  types: readonly { value: string; label: string; description: string }[];
  project: string;
}

function CreationForm({ project, ...options }: FormProps) {
  const [input, setInput] = useState<Input>({
    project,
    name: '',
    type: options.types[0]?.value ?? 'release',
    description: '',
    impressionData: false,
  });
  const change = (part: Partial<Input>): void => setInput((before) => ({ ...before, ...part }));
  const create = useAction(() => createFeature(input), {
    done: createTexts.createdDone(input.name),
    outdates: FEATURE_ROOTS,
    isFailureShown: true,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const to = featurePath(input.project, input.name);
    create.mutate(undefined, { onSuccess: () => navigate(to) });
  };
  return (
    <form onSubmit={submit}>
      <Stack maw="36rem">
        <Fields {...options} input={input} onChange={change} />
        {create.error && (
          <Alert color="red" role="alert">
            {wordsOf(create.error)}
          </Alert>
        )}
        <PermittedButton
          type="submit"
          needs={NEEDS}
          place={{ project: input.project }}
          loading={create.isPending}
        >
          {createTexts.create}
        </PermittedButton>
      </Stack>
    </form>
  );
}

interface FieldsProps extends Omit<FormProps, 'project'> {
  input: Input;
  onChange: (part: Partial<Input>) => void;
}

function Fields({ projects, types, input, onChange }: FieldsProps) {
  const name = useNameCheck(input);
  const type = types.find(({ value }) => value === input.type);
  return (
    <>
      <TextInput
        label={createTexts.name}
        description={name.isFree ? createTexts.nameFree : createTexts.nameHint}
        error={name.fault}
        value={input.name}
        required
        autoFocus
        autoComplete="off"
        maxLength={MAX_NAME_LENGTH}
        onChange={({ currentTarget: { value } }) => onChange({ name: value.trim() })}
      />
      <NativeSelect
        label={texts.project}
        value={input.project}
        data={projects}
        onChange={({ currentTarget: { value } }) => onChange({ project: value })}
      />
      <NativeSelect
        label={texts.type}
        description={type?.description}
        value={input.type}
        data={[...types]}
        onChange={({ currentTarget: { value } }) => onChange({ type: value })}
      />
      <Textarea
        label={texts.description}
        description={editTexts.descriptionHint}
        value={input.description}
        rows={3}
        onChange={({ currentTarget: { value } }) => onChange({ description: value })}
      />
      <Checkbox
        label={texts.impressionData}
        description={editTexts.impressionDataHint}
        checked={input.impressionData}
        onChange={({ currentTarget: { checked } }) => onChange({ impressionData: checked })}
      />
    </>
  );
}

/** Asks the service whether the name is valid and free, a moment after the last letter. */
function useNameCheck(input: Input): { fault: string | undefined; isFree: boolean } {
  const [name] = useDebouncedValue(input.name, PAUSE_MS);
  const check = useQuery({
    queryKey: ['features', 'name-check', name, input.project],
    enabled: name !== '',
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const body = { name, projectId: input.project };
      await bodyOf(api.POST('/api/admin/features/validate', { body, signal }));
      return true;
    },
  });
  if (name === '' || name !== input.name) return { fault: undefined, isFree: false };
  return { fault: check.error ? wordsOf(check.error) : undefined, isFree: check.isSuccess };
}

function createFeature({ project, ...body }: Input): Promise<unknown> {
  return bodyOf(
    api.POST('/api/admin/projects/{projectId}/features', {
      params: { path: { projectId: project } },
      body,
    }),
  );
}
