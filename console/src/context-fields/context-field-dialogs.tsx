import { Checkbox, TextInput } from '@mantine/core';
import { api, bodyOf } from '../api/client.js';
import { ifMatch, versionedBodyOf } from '../api/versioned.js';
import { contextFieldTexts as texts } from '../texts/definitions.js';
import { uiTexts } from '../texts/ui.js';
import { EditDialog } from '../ui/edit-dialog.js';
import { FormDialog, isTicked, textOf } from '../ui/form-dialog.js';
import { RowsField, rowsOf } from '../ui/rows-field.js';
import type { ContextField } from './context-field-queries.js';

const PATH = '/api/admin/context/{contextField}';
const OUTDATES = ['context-fields'];
const NAME_LENGTH = 100;
const VALUE_LENGTH = 100;
const DESCRIPTION_LENGTH = 250;
const MOST_VALUES = 500;

function Fields({ description, stickiness, legalValues = [] }: Partial<ContextField>) {
  return (
    <>
      <TextInput
        name="description"
        label={uiTexts.description}
        maxLength={DESCRIPTION_LENGTH}
        defaultValue={description ?? ''}
      />
      <Checkbox
        name="stickiness"
        label={texts.stickiness}
        description={texts.stickinessHint}
        defaultChecked={stickiness}
      />
      <RowsField
        label={texts.legalValues}
        description={texts.legalValuesHint}
        columns={[
          { name: 'value', label: texts.value, required: true, maxLength: VALUE_LENGTH },
          { name: 'valueDescription', label: uiTexts.description },
        ]}
        rows={legalValues.map((one) => ({
          value: one.value,
          valueDescription: one.description ?? '',
        }))}
        add={texts.addValue}
        remove={texts.removeValue}
        most={MOST_VALUES}
      />
    </>
  );
}

function fieldsOf(form: FormData) {
  return {
    description: textOf(form, 'description'),
    stickiness: isTicked(form, 'stickiness'),
    legalValues: rowsOf(form, ['value', 'valueDescription']).map((row) => ({
      value: row.value,
      ...(row.valueDescription ? { description: row.valueDescription } : {}),
    })),
  };
}

/** Creates a context field. */
export function CreateContextField({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title={texts.create}
      action={uiTexts.create}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form) =>
        bodyOf(
          api.POST('/api/admin/context', {
            body: { name: textOf(form, 'name'), ...fieldsOf(form) },
          }),
        )
      }
    >
      <TextInput name="name" label={uiTexts.name} required maxLength={NAME_LENGTH} data-autofocus />
      <Fields />
    </FormDialog>
  );
}

/** Edits everything of a context field but its name. */
export function EditContextField({ name, onClose }: { name: string; onClose: () => void }) {
  const path = { path: { contextField: name } };
  return (
    <EditDialog
      title={texts.editTitle(name)}
      thing={['context-fields', name]}
      read={(signal) => versionedBodyOf(api.GET(PATH, { params: path, signal }))}
      done={uiTexts.done(name)}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form, opened) =>
        bodyOf(
          api.PUT(PATH, {
            params: { ...path, header: ifMatch(opened) },
            body: { ...fieldsOf(form), sortOrder: opened.body.sortOrder },
          }),
        )
      }
    >
      {(field) => <Fields {...field} />}
    </EditDialog>
  );
}
