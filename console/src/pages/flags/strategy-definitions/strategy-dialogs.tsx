import { TextInput } from '@mantine/core';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { versionedBodyOf } from '../../../api/versioned.js';
import { strategyTexts as texts } from '../../../texts/definitions.js';
import { uiTexts } from '../../../texts/ui.js';
import { EditDialog } from '../../../kit/edit-dialog.js';
import { FormDialog, textOf } from '../../../kit/form-dialog.js';
import { DescriptionField, NameField } from '../../../kit/name-field.js';
import { RowsField, rowsOf } from '../../../kit/rows-field.js';

type Strategy = Schemas['StrategyDefinitionResponse'];
type Parameter = Schemas['StrategyParameterDto'];

const PATH = '/api/admin/strategies/{name}';
const OUTDATES = ['strategy-definitions'];
const NAME_LENGTH = 100;
const MOST_PARAMETERS = 50;
const TYPES = ['string', 'percentage', 'list', 'number', 'boolean'] as const;

function Fields({ title, description, parameters = [] }: Partial<Strategy>) {
  return (
    <>
      <TextInput name="title" label={texts.displayTitle} defaultValue={title ?? ''} />
      <DescriptionField hasLines value={description} />
      <RowsField
        label={texts.parameters}
        description={texts.parametersHint}
        columns={[
          { name: 'parameter', label: texts.parameterName, required: true },
          { name: 'type', label: texts.parameterType, required: true, choices: TYPES },
          { name: 'parameterDescription', label: uiTexts.description },
        ]}
        rows={parameters.map((one) => ({
          parameter: one.name,
          type: one.type,
          parameterDescription: one.description ?? '',
        }))}
        add={texts.addParameter}
        remove={texts.removeParameter}
        most={MOST_PARAMETERS}
      />
    </>
  );
}

/** The API decides whether a parameter is required; the console keeps what was set. */
function fieldsOf(form: FormData, before: readonly Parameter[] = []) {
  const rows = rowsOf(form, ['parameter', 'type', 'parameterDescription']);
  return {
    title: textOf(form, 'title') || null,
    description: textOf(form, 'description') || null,
    parameters: rows.map(({ parameter, type, parameterDescription }) => ({
      name: parameter,
      type: type as Parameter['type'],
      description: parameterDescription,
      required: before.find(({ name }) => name === parameter)?.required ?? false,
    })),
  };
}

/** Creates a strategy that the SDKs of the instance implement themselves. */
export function CreateStrategy({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title={texts.create}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form) =>
        bodyOf(
          api.POST('/api/admin/strategies', {
            body: { name: textOf(form, 'name'), ...fieldsOf(form) },
          }),
        )
      }
    >
      <NameField maxLength={NAME_LENGTH} />
      <Fields />
    </FormDialog>
  );
}

/** Edits everything of a strategy but its name. */
export function EditStrategy({ name, onClose }: { name: string; onClose: () => void }) {
  const path = { path: { name } };
  return (
    <EditDialog
      title={texts.editTitle(name)}
      thing={['strategy-definitions', name]}
      read={(signal) => versionedBodyOf(api.GET(PATH, { params: path, signal }))}
      done={uiTexts.done(name)}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form, header, opened) =>
        bodyOf(
          api.PUT(PATH, {
            params: { ...path, header },
            body: fieldsOf(form, opened.body.parameters as Parameter[]),
          }),
        )
      }
    >
      {(strategy) => <Fields {...strategy} />}
    </EditDialog>
  );
}
