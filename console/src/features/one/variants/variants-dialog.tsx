import { Alert } from '@mantine/core';
import { useState } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { ifMatch } from '../../../api/versioned.js';
import type { Proposal } from '../../../change-requests/proposal.js';
import { variantTexts as texts } from '../../../texts/variants.js';
import { uiTexts } from '../../../texts/ui.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { areFaulty, type Variant } from '../../../variants/variant.js';
import { VariantEditor } from '../../../variants/variant-editor.js';
import { StickinessField } from '../../../strategies/parameter-fields.js';
import { type Feature, FEATURE_ROOTS } from '../../feature-queries.js';

interface DialogProps {
  feature: Feature;
  /** All environments without. */
  environment?: string;
  onClose: () => void;
}

/** Edits the variants of a feature in one environment or in all. */
export function VariantsDialog({ feature: given, environment, onClose }: DialogProps) {
  // The version that the person sees, whatever others save meanwhile.
  const [feature] = useState(given);
  const [variants, setVariants] = useState(() => variantsOf(feature, environment));
  return (
    <FormDialog
      title={texts.editTitle(environment ?? texts.everywhere)}
      action={uiTexts.save}
      size="xl"
      isBlocked={areFaulty(variants)}
      send={() => saveVariants(feature, environment, variants)}
      proposal={() =>
        environment === undefined
          ? proposeEverywhere(feature, variants)
          : proposalIn(environment, feature, variants)
      }
      done={texts.saved}
      outdates={FEATURE_ROOTS}
      onClose={onClose}
    >
      {!environment && differ(feature) && <Alert color="orange">{texts.different}</Alert>}
      <VariantEditor value={variants} onChange={setVariants} />
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

/** Saves the variants where nobody has to approve them; proposes them in the other environments. */
async function proposeEverywhere(feature: Feature, variants: Variant[]): Promise<Proposal[]> {
  const { project: projectId, name: featureName } = feature;
  const config = await bodyOf(
    api.GET('/api/admin/projects/{projectId}/change-requests/config', {
      params: { path: { projectId } },
    }),
  );
  const approved = new Set(
    config.filter((one) => one.changeRequestEnabled).map(({ environment }) => environment),
  );
  const all = feature.environments.map(({ name }) => name);
  const environments = all.filter((name) => !approved.has(name));
  if (environments.length > 0)
    await bodyOf(
      api.PUT('/api/admin/projects/{projectId}/features/{featureName}/variants-batch', {
        params: { path: { projectId, featureName } },
        body: { environments, variants },
      }),
    );
  return all
    .filter((name) => approved.has(name))
    .map((name) => proposalIn(name, feature, variants));
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
