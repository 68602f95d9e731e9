import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.js';
import { environmentsQuery } from '../../environments/environment-queries.js';
import { projectTexts as texts } from '../../texts/projects.js';
import { FormDialog, textOf } from '../../ui/form-dialog.js';
import { type Preview, RemovalDialog } from '../../ui/removal-dialog.js';
import { projectQuery, readProjectVersion } from '../project-queries.js';

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
  const send = (query: { dryRun?: true }, header: { 'If-Match'?: string } = {}) =>
    bodyOf(
      api.DELETE('/api/admin/projects/{projectId}/environments/{environment}', {
        params: { path: { projectId: project, environment }, query, header },
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
      read={(signal) => readProjectVersion(project, signal)}
      onClose={onClose}
      send={(seen) => send({}, seen)}
    >
      <Text>{texts.removeEnvironmentHint}</Text>
    </RemovalDialog>
  );
}
