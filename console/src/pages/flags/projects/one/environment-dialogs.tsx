import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../../api/client.js';
import { environmentsQuery } from '../../environments/environment-queries.js';
import { projectTexts as texts } from '../../../../texts/projects.js';
import { FormDialog, textOf } from '../../../../kit/form-dialog.js';
import type { Preview } from '../../../../kit/removal-dialog.js';
import { RowRemoval } from '../../../../kit/row-removal.js';
import type { RenderDialog } from '../../../../kit/use-dialog.js';
import { projectQuery, readProjectVersion } from '../project-queries.js';

interface DialogProps {
  project: string;
  onClose: () => void;
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

interface RemoveEnvironmentProps {
  project: string;
  environment: string;
  show: (render: RenderDialog) => void;
}

/** Removes an environment from a project, after a preview. */
export function RemoveEnvironment({ project, environment, show }: RemoveEnvironmentProps) {
  const send = (query: { dryRun?: true }, header: { 'If-Match'?: string } = {}) =>
    bodyOf(
      api.DELETE('/api/admin/projects/{projectId}/environments/{environment}', {
        params: { path: { projectId: project, environment }, query, header },
      }),
    );
  return (
    <RowRemoval
      label={texts.remove}
      needs="UPDATE_PROJECT"
      place={{ project }}
      show={show}
      title={texts.removeEnvironment(environment)}
      done={texts.environmentRemoved(environment)}
      outdates={OUTDATES}
      preview={{
        of: `${project} ${environment}`,
        read: () => send({ dryRun: true }) as Promise<Preview>,
      }}
      read={(signal) => readProjectVersion(project, signal)}
      send={(seen) => send({}, seen)}
    >
      <Text>{texts.removeEnvironmentHint}</Text>
    </RowRemoval>
  );
}
