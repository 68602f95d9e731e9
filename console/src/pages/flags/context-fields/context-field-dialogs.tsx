import { Checkbox } from '@mantine/core';
import { contextFieldTexts as texts } from '../../../texts/definitions.js';
import { uiTexts } from '../../../texts/ui.js';
import { EditDialog } from '../../../kit/edit-dialog.js';
import { FormDialog, isTicked, textOf } from '../../../kit/form-dialog.js';
import { DescriptionField, NameField } from '../../../kit/name-field.js';
import { RowsField, rowsOf } from '../../../kit/rows-field.js';
import type { ContextField } from './context-field-queries.js';
import { changeField, createField, type FieldPlace, readField } from './context-field-requests.js';

const OUTDATES = ['context-fields'];
const NAME_LENGTH = 100;
const VALUE_LENGTH = 100;
const DESCRIPTION_LENGTH = 250;
const MOST_VALUES = 500;

function Fields({ description, stickiness, legalValues = [] }: Partial<ContextField>) {
  return (
    <>
      <DescriptionField maxLength={DESCRIPTION_LENGTH} value={description} />
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

interface CreateContextFieldProps {
  /** The project whose features alone can use it; all without. */
  project?: string;
  onClose: () => void;
}

/** Creates a context field. */
export function CreateContextField({ project, onClose }: CreateContextFieldProps) {
  return (
    <FormDialog
      title={texts.create}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form) => createField(project, { name: textOf(form, 'name'), ...fieldsOf(form) })}
    >
      <NameField maxLength={NAME_LENGTH} />
      <Fields />
    </FormDialog>
  );
}

interface EditContextFieldProps {
  field: FieldPlace;
  onClose: () => void;
}

/** Edits everything of a context field but its name. */
export function EditContextField({ field, onClose }: EditContextFieldProps) {
  return (
    <EditDialog
      title={texts.editTitle(field.name)}
      thing={['context-fields', field.name]}
      read={(signal) => readField(field, signal)}
      done={uiTexts.done(field.name)}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form, header, opened) =>
        changeField(field, header, { ...fieldsOf(form), sortOrder: opened.body.sortOrder })
      }
    >
      {(present) => <Fields {...present} />}
    </EditDialog>
  );
}
