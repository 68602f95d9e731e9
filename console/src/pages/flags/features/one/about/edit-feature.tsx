import { Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf, type Schemas } from '../../../../../api/client.js';
import { ifMatch } from '../../../../../api/versioned.js';
import { editFeatureTexts as editTexts } from '../../../../../texts/edit-feature.js';
import { featurePageTexts as texts } from '../../../../../texts/feature-page.js';
import { uiTexts } from '../../../../../texts/ui.js';
import { FormDialog, isTicked, textOf } from '../../../../../kit/form-dialog.js';
import { type Feature, FEATURE_ROOTS } from '../../feature-queries.js';
import { projectsAndTypesQuery } from './feature-options.js';

interface EditProps {
  feature: Feature;
  onClose: () => void;
  onReload: () => void;
}

/** Changes the description, type and impression data of a feature. */
export function EditFeature({ feature: given, onClose, onReload }: EditProps) {
  // The version that the person sees, whatever others save meanwhile.
  const [feature] = useState(given);
  const [type, setType] = useState(feature.type);
  const { data } = useQuery(projectsAndTypesQuery);
  const types = data?.types ?? [{ value: type, label: type, description: '' }];
  const send = (form: FormData) =>
    saveFeature(feature, {
      type,
      description: textOf(form, 'description'),
      impressionData: isTicked(form, 'impressionData'),
      stale: feature.stale,
    });
  return (
    <FormDialog
      title={editTexts.editTitle(feature.name)}
      action={uiTexts.save}
      send={send}
      done={editTexts.saved(feature.name)}
      outdates={FEATURE_ROOTS}
      reload={onReload}
      onClose={onClose}
    >
      <Textarea
        data-autofocus
        name="description"
        label={uiTexts.description}
        description={editTexts.descriptionHint}
        defaultValue={feature.description ?? ''}
        rows={3}
      />
      <NativeSelect
        label={texts.type}
        description={types.find(({ value }) => value === type)?.description}
        value={type}
        data={types}
        onChange={({ currentTarget: { value } }) => setType(value)}
      />
      <Checkbox
        name="impressionData"
        label={texts.impressionData}
        description={editTexts.impressionDataHint}
        defaultChecked={feature.impressionData}
      />
    </FormDialog>
  );
}

function saveFeature(feature: Feature, changes: Schemas['UpdateFeatureDto']): Promise<unknown> {
  const { name, project } = feature;
  return bodyOf(
    api.PUT('/api/admin/projects/{projectId}/features/{featureName}', {
      params: { path: { projectId: project, featureName: name }, header: ifMatch(feature) },
      body: { name, ...changes },
    }),
  );
}
