import { Checkbox, NativeSelect, Text } from '@mantine/core';
import { api, bodyOf } from '../../../api/client.js';
import { versionedBodyOf } from '../../../api/versioned.js';
import { environmentTexts as texts } from '../../../texts/environments.js';
import { uiTexts } from '../../../texts/ui.js';
import { EditDialog } from '../../../kit/edit-dialog.js';
import { FormDialog, isTicked, textOf } from '../../../kit/form-dialog.js';
import { NameField } from '../../../kit/name-field.js';
import type { Preview } from '../../../kit/removal-dialog.js';
import { RowRemoval } from '../../../kit/row-removal.js';
import type { RenderDialog } from '../../../kit/use-dialog.js';
import type { Environment } from './environment-queries.js';

const OUTDATES = ['environments', 'projects'];
const NAME_LENGTH = 100;
const TYPES = ['development', 'test', 'preproduction', 'production'];
const PATH = '/api/admin/environments/{name}';
const pathOf = (name: string) => ({ path: { name } });

interface OneProps {
  name: string;
  onClose: () => void;
}

/** Offers the usual types, and the present one. */
function TypeField({ type = 'development' }: { type?: string }) {
  const types = TYPES.includes(type) ? TYPES : [type, ...TYPES];
  const data = types.map((value) => ({ value, label: texts.types[value] ?? value }));
  return <NativeSelect name="type" label={texts.type} data={data} defaultValue={type} />;
}

/** Creates an environment, which no project has yet. */
export function CreateEnvironment({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title={texts.create}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form) =>
        bodyOf(
          api.POST('/api/admin/environments', {
            body: { name: textOf(form, 'name'), type: textOf(form, 'type') },
          }),
        )
      }
    >
      <NameField description={texts.nameHint} maxLength={NAME_LENGTH} />
      <TypeField />
    </FormDialog>
  );
}

interface CloneEnvironmentProps {
  environment: Environment;
  onClose: () => void;
}

/** Creates an environment as a copy of another one. */
export function CloneEnvironment({ environment, onClose }: CloneEnvironmentProps) {
  return (
    <FormDialog
      title={texts.cloneTitle(environment.name)}
      action={texts.clone}
      outdates={[...OUTDATES, 'features']}
      onClose={onClose}
      send={(form) =>
        bodyOf(
          api.POST('/api/admin/environments/{name}/clone', {
            params: pathOf(environment.name),
            body: {
              name: textOf(form, 'name'),
              type: textOf(form, 'type'),
              clonePermissions: isTicked(form, 'clonePermissions'),
            },
          }),
        )
      }
    >
      <Text size="sm">{texts.cloneHint}</Text>
      <NameField description={texts.nameHint} maxLength={NAME_LENGTH} />
      <TypeField type={environment.type} />
      <Checkbox name="clonePermissions" label={texts.clonePermissions} defaultChecked />
    </FormDialog>
  );
}

/** Edits the type of an environment. */
export function EditEnvironment({ name, onClose }: OneProps) {
  return (
    <EditDialog
      title={texts.editTitle(name)}
      thing={['environments', name]}
      read={(signal) => versionedBodyOf(api.GET(PATH, { params: pathOf(name), signal }))}
      done={uiTexts.done(name)}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form, header) =>
        bodyOf(
          api.PUT('/api/admin/environments/update/{name}', {
            params: { ...pathOf(name), header },
            body: { type: textOf(form, 'type') },
          }),
        )
      }
    >
      {({ type }) => <TypeField type={type} />}
    </EditDialog>
  );
}

interface DeleteEnvironmentProps {
  name: string;
  show: (render: RenderDialog) => void;
}

/** Deletes an environment after a preview. */
export function DeleteEnvironment({ name, show }: DeleteEnvironmentProps) {
  const send = (query: { dryRun?: true }, header: { 'If-Match'?: string } = {}) =>
    bodyOf(api.DELETE(PATH, { params: { ...pathOf(name), query, header } }));
  return (
    <RowRemoval
      needs="DELETE_ENVIRONMENT"
      show={show}
      title={texts.deleteTitle(name)}
      typed={name}
      done={uiTexts.removed(name)}
      outdates={[...OUTDATES, 'features', 'api-tokens']}
      preview={{
        of: `environment ${name}`,
        read: () => send({ dryRun: true }) as Promise<Preview>,
      }}
      read={(signal) => versionedBodyOf(api.GET(PATH, { params: pathOf(name), signal }))}
      send={(seen) => send({}, seen)}
    >
      <Text>{texts.deleteHint}</Text>
    </RowRemoval>
  );
}
