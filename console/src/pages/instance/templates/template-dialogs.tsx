import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';
import { FormDialog, textOf } from '../../../kit/form-dialog.js';
import { DescriptionField, NameField } from '../../../kit/name-field.js';
import { RowsField, rowsOf } from '../../../kit/rows-field.js';
import { templateTexts as texts } from '../../../texts/templates.js';
import { projectsQuery } from '../../flags/projects/project-queries.js';
import type { Template } from './template-queries.js';

const MOST_PARAMETERS = 20;

interface CreateTemplateProps {
  /** From what, at first. */
  from?: { project: string; feature?: string };
  onClose: () => void;
}

/** Makes a template from a feature or a project. */
export function CreateTemplate({ from, onClose }: CreateTemplateProps) {
  const { data: projects = [] } = useQuery(projectsQuery());
  return (
    <FormDialog
      title={texts.create}
      outdates={['templates']}
      onClose={onClose}
      send={(form) => bodyOf(api.POST('/api/admin/templates', { body: templateOf(form) }))}
    >
      <NameField maxLength={100} />
      <DescriptionField hasLines maxLength={1_000} />
      <NativeSelect
        key={projects.length}
        name="project"
        label={texts.fromProject}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        defaultValue={from?.project}
      />
      <TextInput
        name="feature"
        defaultValue={from?.feature}
        label={texts.fromFeature}
        description={texts.fromFeatureHint}
        maxLength={100}
      />
      <RowsField
        label={texts.parameters}
        description={texts.parametersHint}
        columns={[
          { name: 'parameter', label: texts.parameter, required: true },
          { name: 'preset', label: texts.preset, required: true },
        ]}
        rows={[]}
        add={texts.addParameter}
        remove={texts.removeParameter}
        most={MOST_PARAMETERS}
      />
    </FormDialog>
  );
}

function templateOf(form: FormData) {
  const feature = textOf(form, 'feature');
  const rows = rowsOf(form, ['parameter', 'preset']);
  return {
    name: textOf(form, 'name'),
    description: textOf(form, 'description') || null,
    from: { project: textOf(form, 'project'), ...(feature ? { feature } : {}) },
    parameters: rows.map(({ parameter: name, preset }) => ({ name, preset })),
  };
}

/** Makes a feature or a project from a template. */
export function UseTemplate({ template, onClose }: { template: Template; onClose: () => void }) {
  const { id, kind, name, parameters } = template;
  return (
    <FormDialog
      title={texts.useOf(name)}
      action={texts.use}
      done={texts.used(name)}
      outdates={['features', 'projects', 'me']}
      onClose={onClose}
      send={(form) =>
        bodyOf(
          api.POST('/api/admin/templates/{id}/use', {
            params: { path: { id } },
            body: {
              project: textOf(form, 'project'),
              name: textOf(form, 'name'),
              values: Object.fromEntries(
                parameters.map((one) => [one.name, textOf(form, `value ${one.name}`)]),
              ),
            },
          }),
        )
      }
    >
      {kind === 'feature' ? (
        <TargetProject />
      ) : (
        <TextInput name="project" label={texts.newId} required maxLength={100} />
      )}
      <TextInput
        name="name"
        label={kind === 'feature' ? texts.newFeature : texts.newProject}
        required
        maxLength={kind === 'feature' ? 100 : 250}
      />
      {parameters.map((one) => (
        <TextInput
          key={one.name}
          name={`value ${one.name}`}
          label={one.name}
          description={one.description}
          required
          maxLength={500}
          defaultValue={one.preset}
        />
      ))}
    </FormDialog>
  );
}

function TargetProject() {
  const { data: projects = [] } = useQuery(projectsQuery());
  return (
    <NativeSelect
      key={projects.length}
      name="project"
      label={texts.inProject}
      data={projects.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
