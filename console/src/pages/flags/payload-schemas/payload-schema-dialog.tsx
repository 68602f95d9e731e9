import { NativeSelect, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FEATURE_ROOTS } from '../features/feature-queries.js';
import { payloadSchemaTexts as texts } from '../../../texts/payload-schemas.js';
import { uiTexts } from '../../../texts/ui.js';
import { FormDialog } from '../../../kit/form-dialog.js';
import {
  type FeaturePlace,
  payloadCheckQuery,
  type PayloadSchema,
  saveSchema,
} from './payload-schema-queries.js';
import { Violations } from './violations.js';

const PAUSE_MS = 300;

interface DialogProps {
  place: FeaturePlace;
  present: PayloadSchema;
  onClose: () => void;
}

/** Edits what the payloads of a feature have to be, and says at once what is wrong. */
export function PayloadSchemaDialog({ place, present, onClose }: DialogProps) {
  const [text, setText] = useState(present.schema ? JSON.stringify(present.schema, null, 2) : '');
  const [enforcement, setEnforcement] = useState(present.enforcement);
  const { schema, fault } = schemaIn(text);
  const [checked] = useDebouncedValue(schema, PAUSE_MS);
  const { data } = useQuery({
    ...payloadCheckQuery(place, checked ? { schema: checked } : {}),
    enabled: checked !== undefined,
    placeholderData: keepPreviousData,
  });
  const found = schema && data;
  const invalid = found?.fault && texts.fault(found.fault.pointer, found.fault.message);
  return (
    <FormDialog
      title={texts.dialog(place.feature)}
      action={uiTexts.save}
      size="xl"
      isBlocked={fault !== undefined}
      send={() => saveSchema(place, schema, enforcement)}
      done={schema ? texts.saved : texts.removed}
      outdates={FEATURE_ROOTS}
      onClose={onClose}
    >
      <Textarea
        data-autofocus
        label={texts.schema}
        description={texts.schemaHint}
        error={fault ?? invalid}
        value={text}
        rows={Math.min(20, Math.max(8, text.split('\n').length + 1))}
        spellCheck={false}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <NativeSelect
        label={texts.enforcement}
        value={enforcement}
        data={[
          { value: 'refuse', label: texts.refuse },
          { value: 'warn', label: texts.warn },
        ]}
        onChange={({ currentTarget: { value } }) =>
          setEnforcement(value === 'warn' ? 'warn' : 'refuse')
        }
      />
      {found && !found.fault && found.violations.length === 0 && (
        <Text size="sm" role="status">
          {texts.follows}
        </Text>
      )}
      {found && <Violations violations={found.violations} />}
    </FormDialog>
  );
}

/** The schema that is written; neither a schema nor a fault if nothing is. */
function schemaIn(text: string): { schema?: Record<string, unknown>; fault?: string } {
  if (text.trim() === '') return {};
  try {
    const schema: unknown = JSON.parse(text);
    return typeof schema === 'object' && schema !== null && !Array.isArray(schema)
      ? { schema: schema as Record<string, unknown> }
      : { fault: texts.notAnObject };
  } catch (error) {
    return { fault: texts.notJson((error as Error).message) };
  }
}
