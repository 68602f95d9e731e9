import { Stack, Text } from '@mantine/core';
import { cleanupTexts as texts } from '../../../../../texts/cleanup.js';
import type { Feature } from '../../feature-queries.js';
import { CodeReferences } from './code-references.js';
import { RemovalCertificates } from './removal-certificates.js';

/** What is left to do before a feature can be taken out of the code. */
export function CleanupSection({ feature }: { feature: Feature }) {
  return (
    <Stack maw="48rem">
      <Text size="sm" c="dimmed">
        {texts.intro}
      </Text>
      <RemovalCertificates feature={feature} />
      <CodeReferences feature={feature} />
    </Stack>
  );
}
