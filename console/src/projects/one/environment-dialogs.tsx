import { NativeSelect, NumberInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '../../api/failures.js';
import { api, bodyOf, type Schemas } from '../../api/client.js';
import type { Versioned } from '../../api/versioned.js';
import { environmentsQuery } from '../../environments/environment-queries.js';
import { projectTexts as texts } from '../../texts/projects.js';
import { uiTexts } from '../../texts/ui.js';
import { EditDialog } from '../../ui/edit-dialog.js';
import { FormDialog, textOf } from '../../ui/form-dialog.js';
import { type Preview, RemovalDialog } from '../../ui/removal-dialog.js';
import { StickinessSelect } from '../project-fields.js';
import { projectQuery } from '../project-queries.js';

interface DialogProps {
  project: string;
  onClose: () => void;
}

interface EnvironmentDialogProps extends DialogProps {
  environment: string;
}

const OUTDATES = ['projects', 'environments', 'features'];

/** Adds an environment of the instance to a project. */
export function AddEnvironment({ project, onClose }: DialogProps) {
  const { data: all = [] } = useQuery(environmentsQuery);
  const { data: overview } = useQuery(projectQuery(project));
  const taken = new Set(overview?.environments.map(({ environment }) => environment));
  const names = all.map(({ name }) => name).filter((name) => !taken.has(name));
  return (
    <FormDialog
      title={texts.addEnvironment}
      action={texts.addEnvironment}
      isBlocked={names.length === 0}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form) =>
        bodyOf(
          api.POST('/api/admin/projects/{projectId}/environments', {
            params: { path: { projectId: project } },
            body: { environment: textOf(form, 'environment') },
          }),
        )
      }
    >
      {names.length === 0 ? (
        <Text>{texts.allAdded}</Text>
      ) : (
        <NativeSelect name="environment" label={texts.environment} data={names} />
      )}
    </FormDialog>
  );
}

/** Removes an environment from a project, after a preview. */
export function RemoveEnvironment({ project, environment, onClose }: EnvironmentDialogProps) {
  const send = (query: { dryRun?: true }) =>
    bodyOf(
      api.DELETE('/api/admin/projects/{projectId}/environments/{environment}', {
        params: { path: { projectId: project, environment }, query },
      }),
    );
  return (
    <RemovalDialog
      title={texts.removeEnvironment(environment)}
      action={texts.removeEnvironment(environment)}
      done={texts.environmentRemoved(environment)}
      outdates={OUTDATES}
      preview={{
        of: `${project} ${environment}`,
        read: () => send({ dryRun: true }) as Promise<Preview>,
      }}
      onClose={onClose}
      send={() => send({})}
    >
      <Text>{texts.removeEnvironmentHint}</Text>
    </RemovalDialog>
  );
}

type DefaultStrategy = Schemas['DefaultStrategyResponse'];

const BUILT_IN: DefaultStrategy = {
  name: 'flexibleRollout',
  parameters: { rollout: '100', stickiness: 'default' },
};

/** Edits what a feature gets that is turned on without an active strategy. */
export function EditDefaultStrategy({ project, environment, onClose }: EnvironmentDialogProps) {
  const read = async (): Promise<Versioned<DefaultStrategy>> => {
    const overview = await bodyOf(
      api.GET('/api/admin/projects/{projectId}/overview', {
        params: { path: { projectId: project } },
      }),
    );
    const found = overview.environments.find((one) => one.environment === environment);
    const body = found?.defaultStrategy ?? BUILT_IN;
    return { body, version: JSON.stringify(body) };
  };
  return (
    <EditDialog
      title={texts.defaultStrategyOf(environment)}
      thing={['default-strategy', project, environment]}
      read={read}
      done={uiTexts.done(texts.defaultStrategy)}
      outdates={OUTDATES}
      onClose={onClose}
      send={async (form, opened) => {
        if ((await read()).version !== opened.version) throw new ApiFailure(412, {});
        await sendDefault({ project, environment, form, current: opened.body });
      }}
    >
      {({ title, parameters, constraints }) => (
        <>
          <Text size="sm">{texts.defaultStrategyHint}</Text>
          <TextInput name="title" label={texts.strategyTitle} defaultValue={title ?? ''} />
          <NumberInput
            name="rollout"
            label={texts.rollout}
            required
            min={0}
            max={100}
            allowDecimal={false}
            defaultValue={Number(parameters?.rollout ?? 100)}
          />
          <StickinessSelect
            name="stickiness"
            label={texts.stickiness}
            value={parameters?.stickiness}
          />
          {(constraints?.length ?? 0) > 0 && (
            <Text size="sm">{texts.constraintsKept(constraints!.length)}</Text>
          )}
        </>
      )}
    </EditDialog>
  );
}

interface NewDefault {
  project: string;
  environment: string;
  form: FormData;
  current: DefaultStrategy;
}

function sendDefault({ project, environment, form, current }: NewDefault): Promise<unknown> {
  const { constraints, segments, variants, parameters, disabled, sortOrder } = current;
  return bodyOf(
    api.POST('/api/admin/projects/{projectId}/environments/{environment}/default-strategy', {
      params: { path: { projectId: project, environment } },
      body: {
        ...{ constraints, segments, variants, disabled, sortOrder },
        name: 'flexibleRollout',
        title: textOf(form, 'title') || null,
        parameters: {
          ...parameters,
          rollout: textOf(form, 'rollout'),
          stickiness: textOf(form, 'stickiness'),
        },
      },
    }),
  );
}
