import { Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, bodyOf } from '../../../../../api/client.js';
import { FormDialog } from '../../../../../kit/form-dialog.js';
import { useAction } from '../../../../../kit/use-action.js';
import { manageTexts as texts } from '../../../../../texts/feature-manage.js';
import { PermittedButton } from '../../../../../kit/permitted-button.js';
import { type Feature, FEATURE_ROOTS } from '../../feature-queries.js';

const NEEDS = 'UPDATE_FEATURE';
type Outcome = 'kept' | 'discarded';

/** How a feature was completed; undefined while it is not. */
export function outcomeOf({ lifecycle: { stage, status } }: Feature): string | undefined {
  if (stage !== 'completed') return undefined;
  return status === 'discarded' ? texts.discarded : texts.kept;
}

/** Completes a feature, or reopens a completed one. */
export function LifecycleButton({ feature }: { feature: Feature }) {
  const { project, name } = feature;
  const [isOpen, setOpen] = useState(false);
  const reopen = useAction(
    () =>
      bodyOf(
        api.POST('/api/admin/projects/{projectId}/features/{featureName}/lifecycle/uncomplete', {
          params: { path: { projectId: project, featureName: name } },
        }),
      ),
    { done: texts.uncompletedDone(name), outdates: FEATURE_ROOTS },
  );
  const isCompleted = outcomeOf(feature) !== undefined;
  return (
    <>
      <PermittedButton
        needs={NEEDS}
        place={{ project }}
        variant="default"
        loading={reopen.isPending}
        onClick={() => (isCompleted ? reopen.mutate() : setOpen(true))}
      >
        {isCompleted ? texts.uncomplete : texts.complete}
      </PermittedButton>
      {isOpen && <CompletionDialog feature={feature} onClose={() => setOpen(false)} />}
    </>
  );
}

function CompletionDialog({ feature, onClose }: { feature: Feature; onClose: () => void }) {
  const { project, name } = feature;
  const [status, setStatus] = useState<Outcome>('kept');
  const [variant, setVariant] = useState('');
  const complete = () =>
    bodyOf(
      api.POST('/api/admin/projects/{projectId}/features/{featureName}/lifecycle/complete', {
        params: { path: { projectId: project, featureName: name } },
        body: { status, ...(status === 'kept' && variant ? { statusValue: variant } : {}) },
      }),
    );
  return (
    <FormDialog
      title={texts.completeTitle(name)}
      action={texts.complete}
      send={complete}
      done={texts.completedDone(name)}
      outdates={FEATURE_ROOTS}
      onClose={onClose}
    >
      <Radio.Group
        label={texts.outcome}
        value={status}
        onChange={(value) => setStatus(value === 'kept' ? 'kept' : 'discarded')}
      >
        <Stack gap="xs" mt="xs" mb="md">
          <Radio data-autofocus value="kept" label={texts.kept} description={texts.keptHint} />
          <Radio value="discarded" label={texts.discarded} description={texts.discardedHint} />
        </Stack>
      </Radio.Group>
      {status === 'kept' && (
        <TextInput
          label={texts.keptVariant}
          description={texts.keptVariantHint}
          value={variant}
          onChange={({ currentTarget: { value } }) => setVariant(value)}
        />
      )}
    </FormDialog>
  );
}
