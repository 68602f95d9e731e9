import { Alert, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf, type Schemas } from '../../../../../api/client.js';
import { FormDialog } from '../../../../../kit/form-dialog.js';
import { ImpactSummary } from '../../../switch/impact-summary.js';
import { ifMatch } from '../../../../../api/versioned.js';
import { ReasonField } from '../../../switch/reason-field.js';
import { guardWarnings } from '../../../switch/switch-requests.js';
import { manageTexts as texts } from '../../../../../texts/feature-manage.js';
import { uiTexts } from '../../../../../texts/ui.js';
import { PermittedButton } from '../../../../../kit/permitted-button.js';
import { type Feature, FEATURE_ROOTS } from '../../feature-queries.js';

const NEEDS = 'DELETE_FEATURE';

/** Archives a feature after a preview and a confirmation with its name. */
export function ArchiveButton({ feature }: { feature: Feature }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PermittedButton
        needs={NEEDS}
        place={{ project: feature.project }}
        variant="light"
        color="red"
        onClick={() => setOpen(true)}
      >
        {texts.archiveAction}
      </PermittedButton>
      {isOpen && <ArchiveDialog feature={feature} onClose={() => setOpen(false)} />}
    </>
  );
}

function ArchiveDialog({ feature, onClose }: { feature: Feature; onClose: () => void }) {
  const { project, name } = feature;
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const preview = useQuery({
    queryKey: ['archive-preview', project, name],
    queryFn: () => send(feature, { dryRun: true }) as Promise<Schemas['PreviewResponse']>,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const [refused, setRefused] = useState<ReturnType<typeof guardWarnings>>();
  const archive = async (): Promise<void> => {
    try {
      await send(feature, needsReason ? { force: true, reason: reason.trim() } : {});
    } catch (error) {
      setRefused(guardWarnings(error));
      throw error;
    }
  };
  const warnings = refused ?? preview.data?.warnings ?? [];
  const needsReason = refused !== undefined || (preview.data?.guard === 'block' && !!warnings[0]);
  return (
    <FormDialog
      title={texts.archiveDialog(name)}
      action={needsReason ? texts.archiveForced : texts.archiveAction}
      color="red"
      isBlocked={typed !== name}
      send={archive}
      proposal={() => ({ project, changes: [{ action: 'archiveFeature', feature: name }] })}
      done={texts.archived(name)}
      outdates={FEATURE_ROOTS}
      onClose={onClose}
    >
      <ImpactSummary
        preview={preview}
        target={{ project, feature: name, environment: '', turnsOn: false }}
      />
      <Warnings of={warnings} />
      {needsReason && (
        <ReasonField description={texts.reasonHint} value={reason} onChange={setReason} />
      )}
      <TextInput
        mt="md"
        data-autofocus
        autoComplete="off"
        label={uiTexts.typeName(name)}
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
    </FormDialog>
  );
}

function Warnings({ of: warnings }: { of: NonNullable<ReturnType<typeof guardWarnings>> }) {
  if (warnings.length === 0) return null;
  return (
    <Alert color="orange" mt="md" title={texts.guarded}>
      {warnings.map(({ type, message }) => (
        <Text key={type} size="sm">
          {message}
        </Text>
      ))}
    </Alert>
  );
}

function send(feature: Feature, query: { dryRun?: true; force?: true; reason?: string }) {
  const path = { projectId: feature.project, featureName: feature.name };
  const header = query.dryRun ? {} : ifMatch(feature);
  return bodyOf(
    api.DELETE('/api/admin/projects/{projectId}/features/{featureName}', {
      params: { path, query, header },
    }),
  );
}
