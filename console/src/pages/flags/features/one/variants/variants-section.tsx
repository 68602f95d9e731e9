import { Paper, Stack, Text, Title } from '@mantine/core';
import { lazy } from 'react';
import { PayloadSchemaPanel } from '../../../payload-schemas/payload-schema-panel.js';
import { variantTexts as texts } from '../../../../../texts/variants.js';
import { PermittedButton } from '../../../../../kit/permitted-button.js';
import { EmptyState } from '../../../../../kit/states.js';
import { useDialog } from '../../../../../kit/use-dialog.js';
import { LazyPart } from '../../../../../kit/lazy-part.js';
import { WeightBar } from '../../../variants/weight-bar.js';
import type { Feature } from '../../feature-queries.js';

const VariantsDialog = lazy(async () => ({
  default: (await import('./variants-dialog.js')).VariantsDialog,
}));

/** The variants of a feature itself, by environment. */
export function VariantsSection({ feature }: { feature: Feature }) {
  const { project } = feature;
  const [dialog, open] = useDialog();
  const edit = (environment?: string): void =>
    open((close) => (
      <LazyPart>
        <VariantsDialog feature={feature} environment={environment} onClose={close} />
      </LazyPart>
    ));
  const hasVariants = feature.environments.some(({ variants }) => variants.length > 0);
  return (
    <Stack maw="48rem">
      {!hasVariants && <EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>}
      {hasVariants && (
        <Text size="sm" c="dimmed">
          {texts.intro}
        </Text>
      )}
      {hasVariants &&
        feature.environments.map(({ name, variants }) => (
          <Paper key={name} component="section" withBorder p="md" aria-label={texts.table(name)}>
            <Title order={2} size="h4">
              {name}
            </Title>
            {variants.length > 0 ? <WeightBar variants={variants} /> : <Text>{texts.none}</Text>}
            <PermittedButton
              mt="sm"
              size="sm"
              variant="default"
              needs="UPDATE_FEATURE_ENVIRONMENT_VARIANTS"
              place={{ project, environment: name }}
              onClick={() => edit(name)}
            >
              {texts.editIn(name)}
            </PermittedButton>
          </Paper>
        ))}
      <div>
        <PermittedButton
          needs="UPDATE_FEATURE_VARIANTS"
          place={{ project }}
          variant="default"
          onClick={() => edit()}
        >
          {texts.editEverywhere}
        </PermittedButton>
      </div>
      <PayloadSchemaPanel place={{ project, feature: feature.name }} />
      {dialog}
    </Stack>
  );
}
