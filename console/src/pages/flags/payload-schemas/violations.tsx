import { Alert } from '@mantine/core';
import { payloadSchemaTexts as texts } from '../../../texts/payload-schemas.js';
import type { PayloadViolation } from './payload-schema-queries.js';

/** Payloads of a feature that do not follow its schema; nothing if all do. */
export function Violations({ violations }: { violations: readonly PayloadViolation[] }) {
  if (violations.length === 0) return null;
  return (
    <Alert color="orange" role="status" mt="xs" title={texts.violations(violations.length)}>
      {violations.map(({ environment, strategyId, variant, pointer, message }, index) => (
        <div key={index}>
          {texts.where(environment ?? '', variant ?? '', strategyId !== null)}:{' '}
          {texts.part(pointer, message)}
        </div>
      ))}
    </Alert>
  );
}
