import { Alert } from '@mantine/core';
import { useState } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { ifMatch } from '../../../api/versioned.js';
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
      proposal={
        environment === undefined
          ? undefined
          : () => ({
              project: feature.project,
              environment,
              changes: [{ action: 'patchVariant', feature: feature.name, payload: { variants } }],
            })
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
