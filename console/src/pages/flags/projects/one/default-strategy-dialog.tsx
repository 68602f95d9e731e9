import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, bodyOf } from '../../../../api/client.js';
import { ifMatch, type Versioned } from '../../../../api/versioned.js';
import { useConstraintFaults } from '../../constraints/constraint-editor.js';
import { type Defaults, draftOfDefaults, readDefaults } from '../../strategies/default-strategy.js';
import { RolloutFields } from '../../strategies/parameter-fields.js';
import { type Draft, isFaulty } from '../../strategies/strategy-draft.js';
import { StrategyTargets } from '../../strategies/strategy-targets.js';
import { projectTexts as texts } from '../../../../texts/projects.js';
import { strategyTexts } from '../../../../texts/strategies.js';
import { uiTexts } from '../../../../texts/ui.js';
import { EditDialog } from '../../../../kit/edit-dialog.js';
import { readProjectVersion } from '../project-queries.js';

interface DialogProps {
  project: string;
  environment: string;
  onClose: () => void;
}

const OUTDATES = ['projects', 'environments', 'features'];

/** Edits what features get that are turned on without a strategy, and what new ones start with. */
export function EditDefaultStrategy({ project, environment, onClose }: DialogProps) {
  const [edited, setEdited] = useState<{ opened: Defaults; draft: Draft }>();
  const draft = edited?.draft;
  // A version that was read after a conflict replaces what was edited.
  const draftFrom = (opened: Defaults): Draft =>
    edited?.opened === opened ? edited.draft : draftOfDefaults(opened, '');
  const hasConstraintFaults = useConstraintFaults(draft?.constraints ?? []);
  return (
    <EditDialog
      title={texts.defaultStrategyOf(environment)}
      size="xl"
      thing={['default-strategy', project, environment]}
      read={(signal) => read(project, environment, signal)}
      isBlocked={hasConstraintFaults || (draft && isFaulty(draft, PARAMETERS))}
      done={uiTexts.done(texts.defaultStrategy)}
      outdates={OUTDATES}
      onClose={onClose}
      send={(_form, _header, opened) =>
        save(project, environment, { opened, draft: draftFrom(opened.body) })
      }
    >
      {(opened) => (
        <Fields
          project={project}
          draft={draftFrom(opened)}
          onChange={(next) => setEdited({ opened, draft: next })}
        />
      )}
    </EditDialog>
  );
}

const PARAMETERS = [{ name: 'rollout', type: 'percentage', required: true }];

interface FieldsProps {
  project: string;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

function Fields({ project, draft, onChange }: FieldsProps) {
  const change = (part: Partial<Draft>): void => onChange({ ...draft, ...part });
  return (
    <>
      <Text size="sm">{texts.defaultStrategyHint}</Text>
      <RolloutFields
        parameters={draft.parameters}
        isGroupOptional
        set={(name, value) => change({ parameters: { ...draft.parameters, [name]: value } })}
      />
      <TextInput
        label={strategyTexts.title}
        description={strategyTexts.titleHint}
        value={draft.title}
        maxLength={255}
        onChange={({ currentTarget: { value } }) => change({ title: value })}
      />
      <StrategyTargets draft={draft} project={project} onChange={change} />
    </>
  );
}

/** Reads the version of the project before its content, so that no change is overlooked. */
async function read(
  projectId: string,
  environment: string,
  signal: AbortSignal,
): Promise<Versioned<Defaults>> {
  const { version } = await readProjectVersion(projectId, signal);
  return { body: await readDefaults(projectId, environment, signal), version };
}

function save(
  projectId: string,
  environment: string,
  { opened, draft }: { opened: Versioned<Defaults>; draft: Draft },
): Promise<unknown> {
  const { title, parameters, constraints, segments, variants } = draft;
  const { groupId, ...others } = parameters;
  return bodyOf(
    api.POST('/api/admin/projects/{projectId}/environments/{environment}/default-strategy', {
      params: { path: { projectId, environment }, header: ifMatch(opened) },
      body: {
        name: 'flexibleRollout',
        title: title.trim() || null,
        parameters: { ...others, ...(groupId ? { groupId } : {}) },
        constraints,
        segments: [...segments],
        variants,
      },
    }),
  );
}
