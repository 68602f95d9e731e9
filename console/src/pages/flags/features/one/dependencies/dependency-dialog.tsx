import { NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { api, bodyOf } from '../../../../../api/client.js';
import { ifMatch } from '../../../../../api/versioned.js';
import type { Proposal } from '../../../../governance/change-requests/proposal.js';
import { partsOf } from '../../../constraints/value-fields.js';
import { dependencyTexts as texts } from '../../../../../texts/dependencies.js';
import { FormDialog, textOf } from '../../../../../kit/form-dialog.js';
import { type ChoiceQuery, SearchedChoice } from '../../../../../kit/searched-choice.js';
import { type Feature, FEATURE_ROOTS, findFeatures } from '../../feature-queries.js';

interface DialogProps {
  feature: Feature;
  onClose: () => void;
}

type Condition = 'on' | 'off' | 'variants';

const MOST_CHOICES = 50;

/** Finds features of the project that can be parents: those that depend on nothing. */
const findParents =
  (project: string, child: string) =>
  (letters: string): ChoiceQuery => ({
    queryKey: ['features', 'parents', project, child, letters],
    queryFn: async ({ signal }) => {
      const query = letters ? { query: letters } : {};
      const limits = { project: `IS:${project}`, sortBy: 'name', limit: MOST_CHOICES };
      const { features } = await findFeatures({ ...query, ...limits }, signal);
      return features
        .filter(({ name, dependencyType }) => name !== child && dependencyType !== 'child')
        .map(({ name }) => ({ value: name, label: name }));
    },
  });

/** Makes a feature depend on another one of its project. */
export function DependencyDialog({ feature: given, onClose }: DialogProps) {
  // The version that the person sees, whatever others save meanwhile.
  const [feature] = useState(given);
  const { project: projectId, name: child } = feature;
  const [parent, setParent] = useState('');
  const [condition, setCondition] = useState<Condition>('on');
  const dependencyOf = (form: FormData) => ({
    feature: parent,
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
      isBlocked={parent === ''}
      send={add}
      proposal={proposal}
      done={texts.added(parent)}
      outdates={FEATURE_ROOTS}
      onClose={onClose}
    >
      <SearchedChoice
        label={texts.parent}
        maxValues={1}
        find={findParents(projectId, child)}
        onChange={([name = '']) => setParent(name)}
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
