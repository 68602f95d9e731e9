import { Alert } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, bodyOf } from '../../../../../api/client.js';
import { ifMatch } from '../../../../../api/versioned.js';
import type { Proposal } from '../../../../governance/change-requests/proposal.js';
import { variantTexts as texts } from '../../../../../texts/variants.js';
import { uiTexts } from '../../../../../texts/ui.js';
import { FormDialog } from '../../../../../kit/form-dialog.js';
import { useAction } from '../../../../../kit/use-action.js';
import { areFaulty, type Variant } from '../../../variants/variant.js';
import { VariantEditor } from '../../../variants/variant-editor.js';
import { StickinessField } from '../../../strategies/parameter-fields.js';
import { type Feature, featureQuery, FEATURE_ROOTS } from '../../feature-queries.js';

interface DialogProps {
  feature: Feature;
  /** All environments without. */
  environment?: string;
  onClose: () => void;
}

interface FormProps extends DialogProps {
  /** Shows the newest variants after somebody else has changed the feature. */
  reload: () => void;
}

/** Edits the variants of a feature in one environment or in all. */
export function VariantsDialog({ feature, ...rest }: DialogProps) {
  const queries = useQueryClient();
  // The version that the person sees, whatever others save meanwhile.
  const [opened, setOpened] = useState(feature);
  const query = featureQuery(feature.project, feature.name);
  const reload = useAction(
    async () => setOpened(await queries.fetchQuery({ ...query, staleTime: 0 })),
    { outdates: [] },
  );
  return <VariantsForm key={opened.version} {...rest} feature={opened} reload={reload.mutate} />;
}

function VariantsForm({ feature, environment, reload, onClose }: FormProps) {
  const [variants, setVariants] = useState(() => variantsOf(feature, environment));
  /** What was saved already where nobody has to approve it, while the proposal has failed. */
  const saved = useRef<Variant[]>(undefined);
  const proposeEverywhere = async (): Promise<Proposal[]> => {
    const { direct, approved } = await environmentsOf(feature);
    if (direct.length > 0 && saved.current !== variants) await saveSome(feature, direct, variants);
    saved.current = variants;
    return approved.map((name) => proposalIn(name, feature, variants));
  };
  return (
    <FormDialog
      title={texts.editTitle(environment ?? texts.everywhere)}
      action={uiTexts.save}
      size="xl"
      isBlocked={areFaulty(variants)}
      send={() => saveVariants(feature, environment, variants)}
      proposal={() =>
        environment === undefined ? proposeEverywhere() : proposalIn(environment, feature, variants)
      }
      done={texts.saved}
      outdates={FEATURE_ROOTS}
      reload={reload}
      onClose={onClose}
    >
      {!environment && differ(feature) && <Alert color="orange">{texts.different}</Alert>}
      <VariantEditor
        value={variants}
        place={{ project: feature.project, feature: feature.name }}
        onChange={setVariants}
      />
      {variants[0] && (
        <StickinessField
          label={texts.stickiness}
          description={texts.stickinessHint}
          value={variants[0].stickiness}
          onChange={(stickiness) => setVariants(variants.map((one) => ({ ...one, stickiness })))}
        />
      )}
    </FormDialog>
  );
}

/** The variants in an environment; those of the first one for all. */
function variantsOf({ environments }: Feature, environment: string | undefined): Variant[] {
  const from = environments.find(({ name, variants }) =>
    environment ? name === environment : variants.length > 0,
  );
  return (from?.variants ?? []).map((one) => ({
    ...one,
    weightType: one.weightType ?? 'variable',
    stickiness: one.stickiness ?? 'default',
  }));
}

function differ({ environments }: Feature): boolean {
  return new Set(environments.map(({ variants }) => JSON.stringify(variants))).size > 1;
}

function proposalIn(environment: string, feature: Feature, variants: Variant[]): Proposal {
  const { project, name } = feature;
  const change = { action: 'patchVariant' as const, feature: name, payload: { variants } };
  return { project, environment, changes: [change] };
}

/** The environments in which the person can change variants, and those where others approve it. */
async function environmentsOf({ project: projectId, environments }: Feature) {
  const config = await bodyOf(
    api.GET('/api/admin/projects/{projectId}/change-requests/config', {
      params: { path: { projectId } },
    }),
  );
  const approving = new Set(
    config.filter((one) => one.changeRequestEnabled).map(({ environment }) => environment),
  );
  const all = environments.map(({ name }) => name);
  return {
    direct: all.filter((name) => !approving.has(name)),
    approved: all.filter((name) => approving.has(name)),
  };
}

function saveSome(feature: Feature, environments: string[], variants: Variant[]) {
  const { project: projectId, name: featureName } = feature;
  return bodyOf(
    api.PUT('/api/admin/projects/{projectId}/features/{featureName}/variants-batch', {
      params: { path: { projectId, featureName }, header: ifMatch(feature) },
      body: { environments, variants },
    }),
  );
}

function saveVariants(feature: Feature, environment: string | undefined, body: Variant[]) {
  const { project: projectId, name: featureName } = feature;
  const header = ifMatch(feature);
  return environment
    ? bodyOf(
        api.PUT(
          '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/variants',
          { params: { path: { projectId, featureName, environment }, header }, body },
        ),
      )
    : bodyOf(
        api.PUT('/api/admin/projects/{projectId}/features/{featureName}/variants', {
          params: { path: { projectId, featureName }, header },
          body,
        }),
      );
}
