import { NativeSelect, Text, Textarea } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { ifMatch } from '../../../api/versioned.js';
import type { Proposal } from '../../../change-requests/proposal.js';
import { partsOf } from '../../../constraints/value-fields.js';
import { dependencyTexts as texts } from '../../../texts/dependencies.js';
import { FormDialog, textOf } from '../../../ui/form-dialog.js';
import { type Feature, FEATURE_ROOTS } from '../../feature-queries.js';

interface DialogProps {
  feature: Feature;
  onClose: () => void;
}

type Condition = 'on' | 'off' | 'variants';

/** The names of the features that a feature can depend on. */
const candidatesQuery = (projectId: string, child: string) =>
  queryOptions({
    queryKey: ['features', 'parents', projectId, child],
    queryFn: ({ signal }): Promise<string[]> =>
      bodyOf(
        api.GET('/api/admin/projects/{projectId}/features/{child}/parents', {
          params: { path: { projectId, child } },
          signal,
        }),
      ),
  });

/** Makes a feature depend on another one of its project. */
export function DependencyDialog({ feature: given, onClose }: DialogProps) {
  // The version that the person sees, whatever others save meanwhile.
  const [feature] = useState(given);
  const { project: projectId, name: child } = feature;
  const [parent, setParent] = useState('');
  const [condition, setCondition] = useState<Condition>('on');
  const { data: candidates } = useQuery(candidatesQuery(projectId, child));
  const chosen = parent || candidates?.[0] || '';
  const dependencyOf = (form: FormData) => ({
    feature: chosen,
    enabled: condition !== 'off',
    variants: condition === 'variants' ? partsOf(textOf(form, 'variants')) : [],
  });
  const add = (form: FormData) =>
    bodyOf(
      api.POST('/api/admin/projects/{projectId}/features/{child}/dependencies', {
        params: { path: { projectId, child }, header: ifMatch(feature) },
        body: dependencyOf(form),
      }),
    );
  const proposal = (form: FormData): Proposal => ({
    project: projectId,
    changes: [{ action: 'addDependency', feature: child, payload: dependencyOf(form) }],
  });
  return (
    <FormDialog
      title={texts.addTitle(child)}
      action={texts.add}
      isBlocked={!chosen}
      send={add}
      proposal={proposal}
      done={texts.added(chosen)}
      outdates={FEATURE_ROOTS}
      onClose={onClose}
    >
      {candidates?.length === 0 && <Text>{texts.noCandidates}</Text>}
      <NativeSelect
        data-autofocus
        label={texts.parent}
        value={chosen}
        data={candidates ?? []}
        onChange={({ currentTarget: { value } }) => setParent(value)}
      />
      <ConditionFields value={condition} onChange={setCondition} />
    </FormDialog>
  );
}

interface ConditionProps {
  value: Condition;
  onChange: (condition: Condition) => void;
}

/** In which state the other feature has to be. */
function ConditionFields({ value, onChange }: ConditionProps) {
  return (
    <>
      <NativeSelect
        label={texts.condition}
        value={value}
        data={[
          { value: 'on', label: texts.whileOn },
          { value: 'off', label: texts.whileOff },
          { value: 'variants', label: texts.variant },
        ]}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Condition)}
      />
      {value === 'variants' && (
        <Textarea
          name="variants"
          required
          rows={3}
          label={texts.variants}
          description={texts.variantsHint}
        />
      )}
    </>
  );
}
