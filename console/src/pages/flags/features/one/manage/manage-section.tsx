import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { manageTexts as texts } from '../../../../../texts/feature-manage.js';
import { moveTexts } from '../../../../../texts/feature-move.js';
import { SaveAsTemplate } from '../../../../instance/templates/save-as-template.js';
import { templateTexts } from '../../../../../texts/templates.js';
import type { Feature } from '../../feature-queries.js';
import { ArchiveButton } from './archive-feature.js';
import { CloneButton } from './clone-feature.js';
import { CopyNameButton } from './copy-name-button.js';
import { LifecycleButton, outcomeOf } from './lifecycle.js';
import { MoveButton } from './move-feature.js';
import { StaleButton } from './stale-button.js';

/** What is done with a feature as a whole, each with an explanation. */
export function ManageSection({ feature }: { feature: Feature }) {
  const outcome = outcomeOf(feature);
  return (
    <Stack maw="48rem">
      <Part title={texts.copyNameTitle} action={<CopyNameButton name={feature.name} />}>
        <code>{feature.name}</code>
      </Part>
      <Part title={texts.cloneTitle} action={<CloneButton feature={feature} />}>
        {texts.clone}
      </Part>
      <Part
        title={templateTexts.save}
        action={<SaveAsTemplate project={feature.project} feature={feature.name} />}
      >
        {templateTexts.saveFeature}
      </Part>
      <Part title={moveTexts.heading} action={<MoveButton feature={feature} />}>
        {moveTexts.hint}
      </Part>
      <Part title={texts.staleTitle} action={<StaleButton feature={feature} />}>
        {texts.stale}
      </Part>
      <Part title={texts.lifecycleTitle} action={<LifecycleButton feature={feature} />}>
        {outcome ? texts.completed(outcome) : texts.lifecycle}
      </Part>
      <Part title={texts.archiveTitle} action={<ArchiveButton feature={feature} />}>
        {texts.archive}
      </Part>
    </Stack>
  );
}

interface PartProps {
  title: string;
  action: ReactNode;
  children: ReactNode;
}

function Part({ title, action, children }: PartProps) {
  return (
    <Paper component="section" withBorder p="md">
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text size="sm" c="dimmed" my="xs">
        {children}
      </Text>
      {action}
    </Paper>
  );
}
