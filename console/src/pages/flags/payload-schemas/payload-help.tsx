import { Alert, Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Variant } from '../variants/variant.js';
import { payloadSchemaTexts as texts } from '../../../texts/payload-schemas.js';
import {
  type FeaturePlace,
  payloadCheckQuery,
  payloadSchemaQuery,
} from './payload-schema-queries.js';
import { suggestionsFor } from './suggestions.js';

/** How long nothing is typed before a payload is checked. */
const PAUSE_MS = 300;

interface HelpProps {
  place: FeaturePlace;
  payload: NonNullable<Variant['payload']>;
  onChange: (value: string) => void;
}

/** Says below a payload what the schema of the feature does not allow, and offers what it does. */
export function PayloadHelp({ place, payload, onChange }: HelpProps) {
  const schema = useQuery(payloadSchemaQuery(place)).data?.schema;
  const [checked] = useDebouncedValue(payload, PAUSE_MS);
  const { data } = useQuery({
    ...payloadCheckQuery(place, { payloads: [checked] }),
    enabled: schema !== undefined && schema !== null && checked.value !== '',
    placeholderData: keepPreviousData,
  });
  if (!schema) return null;
  const violations = checked.value === '' ? [] : (data?.violations ?? []);
  const suggestions = suggestionsFor(schema, payload, violations);
  return (
    <>
      {violations.length > 0 && (
        <Alert color="orange" role="status" mt="xs">
          {violations.map(({ pointer, message }, index) => (
            <div key={index}>{texts.part(pointer, message)}</div>
          ))}
        </Alert>
      )}
      {suggestions.length > 0 && (
        <Group gap="xs" mt="xs" role="group" aria-label={texts.suggestions}>
          {suggestions.map(({ label, value }) => (
            <Button key={label} size="compact-sm" variant="default" onClick={() => onChange(value)}>
              {label}
            </Button>
          ))}
        </Group>
      )}
    </>
  );
}
