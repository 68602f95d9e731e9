import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';
import { environmentsQuery } from '../environments/environment-queries.js';
import { navigate } from '../../../app/router/location.js';
import { projectTexts as texts } from '../../../texts/projects.js';
import { FormDialog, textOf, textsOf } from '../../../kit/form-dialog.js';
import { DescriptionField, NameField } from '../../../kit/name-field.js';
import { projectPath } from './project-path.js';
import { ModeSelect, StickinessSelect, type Mode } from './project-fields.js';

/** Creates a project and leads to it. */
export function CreateProject({ onClose }: { onClose: () => void }) {
  const { data: environments = [] } = useQuery(environmentsQuery);
  return (
    <FormDialog
      title={texts.create}
      outdates={['projects', 'me']}
      onClose={onClose}
      send={async (form) => {
        const { id } = await bodyOf(api.POST('/api/admin/projects', { body: projectOf(form) }));
        navigate(projectPath(id));
      }}
    >
      <NameField maxLength={250} />
      <TextInput name="id" label={texts.id} description={texts.idHint} maxLength={100} />
      <DescriptionField hasLines />
      <ModeSelect />
      <StickinessSelect />
      <Checkbox.Group
        key={environments.length}
        label={texts.environments}
        defaultValue={environments.filter(({ enabled }) => enabled).map(({ name }) => name)}
      >
        {environments.map(({ name }) => (
          <Checkbox key={name} mt="xs" name="environments" value={name} label={name} />
        ))}
      </Checkbox.Group>
    </FormDialog>
  );
}

function projectOf(form: FormData) {
  const id = textOf(form, 'id');
  const environments = textsOf(form, 'environments');
  return {
    name: textOf(form, 'name'),
    description: textOf(form, 'description'),
    mode: textOf(form, 'mode') as Mode,
    defaultStickiness: textOf(form, 'defaultStickiness'),
    ...(id ? { id } : {}),
    ...(environments.length > 0 ? { environments } : {}),
  };
}
