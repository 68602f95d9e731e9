import { Text } from '@mantine/core';
import { api, bodyOf } from '../../../api/client.js';
import {
  contextFieldTexts as texts,
  segmentTexts,
  usageTexts,
} from '../../../texts/definitions.js';
import { uiTexts } from '../../../texts/ui.js';
import { type Column } from '../../../kit/listing.js';
import { NAMED_COLUMN } from '../../../kit/named-column.js';
import { RowActions } from '../../../kit/row-actions.js';
import { RowButton } from '../../../kit/row-button.js';
import { RowRemoval } from '../../../kit/row-removal.js';
import { UsageDialog } from '../../../kit/usage-dialog.js';
import type { RenderDialog } from '../../../kit/use-dialog.js';
import { EditContextField } from './context-field-dialogs.js';
import type { ContextField } from './context-field-queries.js';
import { type FieldPlace, readField, removeField } from './context-field-requests.js';

const MOST_VALUES = 5;

/** What lists show of a context field. */
export const FIELD_COLUMNS: readonly Column<ContextField>[] = [
  NAMED_COLUMN,
  { head: texts.stickiness, cell: ({ stickiness }) => (stickiness ? texts.yes : texts.no) },
  { head: texts.legalValues, cell: ({ legalValues }) => valuesOf(legalValues) },
  { head: texts.used, cell: ({ usedInFeatures }) => segmentTexts.usedIn(usedInFeatures ?? 0) },
];

function valuesOf(values: readonly { value: string }[]): string {
  const shown = values.slice(0, MOST_VALUES).map(({ value }) => value);
  if (shown.length === 0) return texts.anyValue;
  return values.length > MOST_VALUES ? `${shown.join(', ')}, …` : shown.join(', ');
}

/** The permissions for changing and deleting a context field. */
const GLOBAL = { change: 'UPDATE_CONTEXT_FIELD', remove: 'DELETE_CONTEXT_FIELD' };
const OF_PROJECT = { change: 'UPDATE_PROJECT_CONTEXT', remove: 'DELETE_PROJECT_CONTEXT' };

interface FieldActionsProps {
  field: FieldPlace;
  show: (render: RenderDialog) => void;
}

/** Buttons that show what uses a context field, and change or delete it. */
export function FieldActions({ field, show }: FieldActionsProps) {
  const { name, project } = field;
  const needs = project ? OF_PROJECT : GLOBAL;
  return (
    <RowActions of={name}>
      <RowButton
        place={{ project }}
        needs={needs.change}
        onClick={() => show((close) => <EditContextField field={field} onClose={close} />)}
      >
        {uiTexts.edit}
      </RowButton>
      <RowButton onClick={() => show((close) => <FieldUsage name={name} onClose={close} />)}>
        {usageTexts.show}
      </RowButton>
      <RowRemoval
        place={{ project }}
        needs={needs.remove}
        show={show}
        title={texts.deleteTitle(name)}
        done={uiTexts.removed(name)}
        outdates={['context-fields']}
        read={(signal) => readField(field, signal)}
        send={(header) => removeField(field, header)}
      >
        <Text>{texts.deleteHint}</Text>
      </RowRemoval>
    </RowActions>
  );
}

function FieldUsage({ name, onClose }: { name: string; onClose: () => void }) {
  const params = { path: { contextField: name } };
  return (
    <UsageDialog
      name={name}
      read={(signal) =>
        bodyOf(api.GET('/api/admin/context/{contextField}/strategies', { params, signal }))
      }
      onClose={onClose}
    />
  );
}
