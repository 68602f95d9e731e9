import { Alert, Button, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../../../../api/client.js';
import { ApiFailure } from '../../../../api/failures.js';
import { navigate } from '../../../../app/router/location.js';
import type { PageProps } from '../../../../app/router/route.js';
import { milestoneTexts, templateTexts as texts } from '../../../../texts/release-plans.js';
import { uiTexts } from '../../../../texts/ui.js';
import { DialogForm } from '../../../../kit/form-dialog.js';
import { Page } from '../../../../kit/page.js';
import { Answer } from '../../../../kit/answer.js';
import { useDialog } from '../../../../kit/use-dialog.js';
import { type TEMPLATE_PATH, TEMPLATES_PATH } from '../release-plan-path.js';
import { readTemplate, type Template, TEMPLATE_ROOTS } from '../release-plan-queries.js';
import styles from '../release-plans.module.css';
import { MilestoneFields } from './milestone-fields.js';
import {
  bodyOfTemplate,
  draftOfTemplate,
  type MilestoneDraft,
  moved,
  newMilestone,
  type TemplateDraft,
} from './template-draft.js';

const NAME_LENGTH = 200;
const DESCRIPTION_LENGTH = 2_000;
const MOST_MILESTONES = 20;

/** A template with its milestones and their strategies, which can be edited. */
export function TemplatePage({ params: { template } }: PageProps<typeof TEMPLATE_PATH>) {
  const [reloads, setReloads] = useState(0);
  const answer = useQuery({
    queryKey: ['edited', 'release-plan-template', template, reloads],
    queryFn: ({ signal }) => readTemplate(template, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  const { data } = answer;
  return (
    <Page title={data?.name ?? texts.title}>
      <Answer of={answer}>
        {(data) => (
          <TemplateForm key={reloads} opened={data} reload={() => setReloads(reloads + 1)} />
        )}
      </Answer>
    </Page>
  );
}

interface FormProps {
  opened: Template;
  reload: () => void;
}

/** Dialogs are outside of the form, since sending theirs would send it, too. */
function TemplateForm({ opened, reload }: FormProps) {
  const [draft, setDraft] = useState(() => draftOfTemplate(opened));
  const [dialog, show] = useDialog();
  const change = (part: Partial<TemplateDraft>): void =>
    setDraft((before) => ({ ...before, ...part }));
  return (
    <div className={styles.template}>
      {opened.archivedAt && (
        <Alert color="orange" mb="md">
          {texts.isArchived}
        </Alert>
      )}
      <DialogForm
        action={texts.save}
        needs="RELEASE_PLAN_TEMPLATE_UPDATE"
        send={() => save(opened, draft)}
        done={uiTexts.done(draft.name)}
        outdates={TEMPLATE_ROOTS}
        reload={reload}
        onClose={() => navigate(TEMPLATES_PATH)}
      >
        <TextInput
          label={uiTexts.name}
          required
          maxLength={NAME_LENGTH}
          value={draft.name}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
        />
        <Textarea
          label={uiTexts.description}
          maxLength={DESCRIPTION_LENGTH}
          autosize
          value={draft.description}
          onChange={({ currentTarget: { value } }) => change({ description: value })}
        />
        <Milestones
          milestones={draft.milestones}
          show={show}
          onChange={(update) =>
            setDraft((before) => ({ ...before, milestones: update(before.milestones) }))
          }
        />
      </DialogForm>
      {dialog}
    </div>
  );
}

interface MilestonesProps {
  milestones: readonly MilestoneDraft[];
  show: ReturnType<typeof useDialog>[1];
  onChange: (update: (before: readonly MilestoneDraft[]) => readonly MilestoneDraft[]) => void;
}

function Milestones({ milestones, show, onChange }: MilestonesProps) {
  return (
    <section aria-label={milestoneTexts.milestones}>
      <Title order={2} size="h4">
        {milestoneTexts.milestones}
      </Title>
      {milestones.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.noMilestones}
        </Text>
      )}
      <ol className={styles.milestones}>
        {milestones.map((milestone, index) => (
          <MilestoneFields
            key={milestone.key}
            milestone={milestone}
            position={index + 1}
            isLast={index === milestones.length - 1}
            show={show}
            onChange={(part) =>
              onChange((all) =>
                all.map((one) => (one.key === milestone.key ? { ...one, ...part(one) } : one)),
              )
            }
            onMove={(by) => onChange((all) => moved(all, index, by))}
            onRemove={() => onChange((all) => all.filter(({ key }) => key !== milestone.key))}
          />
        ))}
      </ol>
      <Button
        variant="default"
        disabled={milestones.length >= MOST_MILESTONES}
        onClick={() => onChange((all) => [...all, newMilestone()])}
      >
        {texts.addMilestone}
      </Button>
    </section>
  );
}

/** @throws ApiFailure when the service refuses it, or somebody else has changed the template. */
async function save(opened: Template, draft: TemplateDraft): Promise<void> {
  const newest = await readTemplate(opened.id);
  if (JSON.stringify(newest) !== JSON.stringify(opened)) throw new ApiFailure(412, {});
  await bodyOf(
    api.PUT('/api/admin/release-plan-templates/{templateId}', {
      params: { path: { templateId: opened.id } },
      body: bodyOfTemplate(draft),
    }),
  );
}
