import { Code, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { payloadSchemaTexts as texts } from '../../../texts/payload-schemas.js';
import { LazyPart } from '../../../kit/lazy-part.js';
import { PermittedButton } from '../../../kit/permitted-button.js';
import { useDialog } from '../../../kit/use-dialog.js';
import { type FeaturePlace, payloadSchemaQuery } from './payload-schema-queries.js';
import { Violations } from './violations.js';

const PayloadSchemaDialog = lazy(async () => ({
  default: (await import('./payload-schema-dialog.js')).PayloadSchemaDialog,
}));

/** What the payloads of a feature have to be, and which are not. */
export function PayloadSchemaPanel({ place }: { place: FeaturePlace }) {
  const { data } = useQuery(payloadSchemaQuery(place));
  const [dialog, open] = useDialog();
  if (!data) return null;
  const edit = (): void =>
    open((close) => (
      <LazyPart>
        <PayloadSchemaDialog place={place} present={data} onClose={close} />
      </LazyPart>
    ));
  return (
    <Paper component="section" withBorder p="md" aria-label={texts.title}>
      <Title order={2} size="h4">
        {texts.title}
      </Title>
      <Text size="sm" c="dimmed">
        {texts.intro}
      </Text>
      {data.schema ? (
        <>
          <Code block tabIndex={0} mt="xs" mah="20rem" aria-label={texts.schemaOf(place.feature)}>
            {JSON.stringify(data.schema, null, 2)}
          </Code>
          <Text size="sm" mt="xs">
            {texts.enforcement} {texts[data.enforcement]}.
          </Text>
          <Violations violations={data.violations} />
        </>
      ) : (
        <Text mt="xs">{texts.none}</Text>
      )}
      <PermittedButton
        mt="sm"
        size="sm"
        variant="default"
        needs="UPDATE_FEATURE_VARIANTS"
        place={{ project: place.project }}
        onClick={edit}
      >
        {data.schema ? texts.edit : texts.set}
      </PermittedButton>
      {dialog}
    </Paper>
  );
}
