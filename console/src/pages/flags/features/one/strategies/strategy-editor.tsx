import { Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../../../../../api/client.js';
import { ifMatch, type Versioned, versionedBodyOf } from '../../../../../api/versioned.js';
import type { Proposal } from '../../../../governance/change-requests/proposal.js';
import { draftOfDefaults, readDefaults } from '../../../strategies/default-strategy.js';
import { bodyOfDraft, type Draft, draftOf } from '../../../strategies/strategy-draft.js';
import { StrategyFields, useDraftFaults } from '../../../strategies/strategy-fields.js';
import { nameOf, type Strategy } from '../../../strategies/strategy-words.js';
import { strategyTexts as texts } from '../../../../../texts/strategies.js';
import { uiTexts } from '../../../../../texts/ui.js';
import { DialogForm } from '../../../../../kit/form-dialog.js';
import { Answer } from '../../../../../kit/answer.js';
import { FEATURE_ROOTS } from '../../feature-queries.js';
import { pathOf, type StrategyPlace } from './strategy-place.js';

interface EditorProps {
  place: StrategyPlace;
  /** The strategy to edit; a new one without. */
  strategy?: Strategy;
  onClose: () => void;
}

/** Adds a strategy, or edits its newest version. */
export function StrategyEditor({ place, strategy, onClose }: EditorProps) {
  const [reloads, setReloads] = useState(0);
  const answer = useQuery({
    queryKey: ['edited', 'strategy', place, strategy?.id ?? '', reloads],
    queryFn: ({ signal }) =>
      strategy ? readStrategy(place, strategy.id, signal) : readNew(place, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        strategy
          ? texts.editTitle(nameOf(strategy), place.environment)
          : texts.addTitle(place.environment)
      }
      size="xl"
      closeOnClickOutside={false}
    >
      <Answer of={answer}>
        {(data) => (
          <StrategyForm
            key={reloads}
            place={place}
            start={data}
            reload={() => setReloads(reloads + 1)}
            onClose={onClose}
          />
        )}
      </Answer>
    </Modal>
  );
}

interface FormProps {
  place: StrategyPlace;
  start: Start;
  reload: () => void;
  onClose: () => void;
}

function StrategyForm({ place, start, reload, onClose }: FormProps) {
  const { opened, isDefault } = start;
  const [draft, setDraft] = useState(start.draft);
  const isBlocked = useDraftFaults(draft, place);
  const name = nameOf(draft);
  return (
    <DialogForm
      action={opened ? uiTexts.save : texts.add}
      isBlocked={isBlocked}
      send={() => saveStrategy(place, draft, opened)}
      proposal={() => proposalOf(place, draft, opened)}
      done={opened ? texts.saved(name) : texts.added(name)}
      outdates={FEATURE_ROOTS}
      reload={reload}
      onClose={onClose}
    >
      {isDefault && (
        <Text size="sm" c="dimmed">
          {texts.fromDefault(place.environment)}
        </Text>
      )}
      <StrategyFields
        draft={draft}
        feature={place}
        isKindFixed={opened !== undefined}
        onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
      />
    </DialogForm>
  );
}

/** What the form shows first. */
interface Start {
  draft: Draft;
  /** The strategy that is edited; a new one without. */
  opened?: Versioned<Strategy>;
  /** Whether the draft is the default strategy of the project. */
  isDefault?: boolean;
}

async function readStrategy(
  place: StrategyPlace,
  strategyId: string,
  signal: AbortSignal,
): Promise<Start> {
  const opened = await versionedBodyOf(
    api.GET(
      '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/{strategyId}',
      { params: { path: { ...pathOf(place), strategyId } }, signal },
    ),
  );
  return { draft: draftOf(opened.body), opened };
}

async function readNew(place: StrategyPlace, signal: AbortSignal): Promise<Start> {
  const defaults = await readDefaults(place.project, place.environment, signal);
  const isDefault = defaults.strategy !== undefined;
  return { draft: draftOfDefaults(defaults, place.feature), isDefault };
}

function saveStrategy(place: StrategyPlace, draft: Draft, opened: Versioned<Strategy> | undefined) {
  const body = bodyOfDraft(draft);
  if (!opened)
    return bodyOf(
      api.POST(
        '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies',
        { params: { path: pathOf(place) }, body },
      ),
    );
  const path = { ...pathOf(place), strategyId: opened.body.id };
  return bodyOf(
    api.PUT(
      '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/{strategyId}',
      { params: { path, header: ifMatch(opened) }, body },
    ),
  );
}

function proposalOf(
  { project, feature, environment }: StrategyPlace,
  draft: Draft,
  opened: Versioned<Strategy> | undefined,
): Proposal {
  const body = bodyOfDraft(draft);
  const change = opened
    ? { action: 'updateStrategy' as const, payload: { ...body, id: opened.body.id } }
    : { action: 'addStrategy' as const, payload: body };
  return { project, environment, changes: [{ ...change, feature }] };
}
