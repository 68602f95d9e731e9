import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { integrationTexts as texts } from '../../../texts/integrations.js';
import { EditDialog } from '../../../kit/edit-dialog.js';
import { FormDialog } from '../../../kit/form-dialog.js';
import { RowRemoval } from '../../../kit/row-removal.js';
import type { RenderDialog } from '../../../kit/use-dialog.js';
import { addonOf, IntegrationFields } from './integration-fields.js';
import {
  type Addon,
  nameOfAddon,
  type Provider,
  readAddon,
  saveAddon,
} from './integration-queries.js';

const OUTDATES = ['integrations'];

interface CreateProps {
  providers: readonly Provider[];
  onClose: () => void;
}

/** Creates an integration with one of the providers. */
export function CreateIntegration({ providers, onClose }: CreateProps) {
  const [name, setName] = useState(providers[0]?.name ?? '');
  const provider = providers.find((one) => one.name === name);
  return (
    <FormDialog
      title={texts.create}
      done={texts.saved}
      outdates={OUTDATES}
      isBlocked={!provider}
      onClose={onClose}
      send={(form) => bodyOf(api.POST('/api/admin/addons', { body: addonOf(form, provider!) }))}
    >
      <NativeSelect
        label={texts.provider}
        value={name}
        data={providers.map(({ name, displayName }) => ({ value: name, label: displayName }))}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      {provider && <IntegrationFields key={name} provider={provider} />}
    </FormDialog>
  );
}

interface EditProps {
  addon: Addon;
  provider: Provider;
  onClose: () => void;
}

/** Changes an integration; its secrets stay unless others are typed. */
export function EditIntegration({ addon, provider, onClose }: EditProps) {
  return (
    <EditDialog
      title={texts.editOf(nameOfAddon(addon))}
      thing={['integration', addon.id]}
      read={(signal) => readAddon(addon.id, signal)}
      send={(form, _, opened) => saveAddon(opened, addonOf(form, provider))}
      done={texts.saved}
      outdates={OUTDATES}
      onClose={onClose}
    >
      {(body) => <IntegrationFields provider={provider} addon={body} />}
    </EditDialog>
  );
}

interface DeleteIntegrationProps {
  addon: Addon;
  show: (render: RenderDialog) => void;
}

/** Deletes an integration after a confirmation. */
export function DeleteIntegration({ addon, show }: DeleteIntegrationProps) {
  const name = nameOfAddon(addon);
  const params = { path: { id: addon.id } };
  return (
    <RowRemoval
      needs="DELETE_ADDON"
      show={show}
      title={texts.deleteOf(name)}
      done={texts.deleted(name)}
      outdates={OUTDATES}
      read={(signal) => readAddon(addon.id, signal)}
      send={(header) =>
        bodyOf(api.DELETE('/api/admin/addons/{id}', { params: { ...params, header } }))
      }
    >
      <Text>{texts.deleteHint}</Text>
    </RowRemoval>
  );
}
