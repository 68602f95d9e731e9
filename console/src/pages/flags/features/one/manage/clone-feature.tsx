import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, bodyOf } from '../../../../../api/client.js';
import { FormDialog } from '../../../../../kit/form-dialog.js';
import { navigate } from '../../../../../app/router/location.js';
import { manageTexts as texts } from '../../../../../texts/feature-manage.js';
import { PermittedButton } from '../../../../../kit/permitted-button.js';
import { featurePath } from '../../feature-path.js';
import { type Feature, FEATURE_ROOTS } from '../../feature-queries.js';

const NEEDS = 'CREATE_FEATURE';
const MAX_LENGTH = 100;

/** Creates a feature like this one under another name. */
export function CloneButton({ feature }: { feature: Feature }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PermittedButton
        needs={NEEDS}
        place={{ project: feature.project }}
        variant="default"
        onClick={() => setOpen(true)}
      >
        {texts.cloneAction}
      </PermittedButton>
      {isOpen && <CloneDialog feature={feature} onClose={() => setOpen(false)} />}
    </>
  );
}

function CloneDialog({ feature, onClose }: { feature: Feature; onClose: () => void }) {
  const { project } = feature;
  const [name, setName] = useState(`${feature.name}-copy`);
  const [replaceGroupId, setReplaceGroupId] = useState(true);
  const clone = async (): Promise<void> => {
    await bodyOf(
      api.POST('/api/admin/projects/{projectId}/features/{featureName}/clone', {
        params: { path: { projectId: project, featureName: feature.name } },
        body: { name, replaceGroupId },
      }),
    );
    navigate(featurePath(project, name));
  };
  return (
    <FormDialog
      title={texts.cloneDialog(feature.name)}
      action={texts.cloneAction}
      send={clone}
      done={texts.cloned(name)}
      outdates={FEATURE_ROOTS}
      onClose={onClose}
    >
      <Stack>
        <TextInput
          data-autofocus
          label={texts.newName}
          value={name}
          required
          maxLength={MAX_LENGTH}
          onChange={({ currentTarget: { value } }) => setName(value.trim())}
        />
        <Checkbox
          label={texts.replaceGroup}
          description={texts.replaceGroupHint}
          checked={replaceGroupId}
          onChange={({ currentTarget: { checked } }) => setReplaceGroupId(checked)}
        />
      </Stack>
    </FormDialog>
  );
}
