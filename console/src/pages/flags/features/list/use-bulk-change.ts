import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOf } from '../../../../api/failure-words.js';
import { undoAtOnce } from '../../../audit/events/undo-at-once.js';
import type { UndoTarget } from '../../../audit/events/undo-dialog-store.js';
import { useMe } from '../../../../app/session/me.js';
import { bulkTexts as texts } from '../../../../texts/bulk.js';
import { uiTexts } from '../../../../texts/ui.js';
import { announce } from '../../../../kit/announcements.js';
import { useIsShown } from '../../../../kit/use-action.js';
import type { FoundFeature } from '../feature-queries.js';
import {
  type BulkAction,
  byProject,
  changeAll,
  type Outcome,
  previewOf,
  proposeAll,
} from './bulk-requests.js';

/** The features of one project; the outcome is undefined until the service has said it. */
export interface Part {
  project: string;
  names: string[];
  /** Those that are as they should be already. */
  already: readonly string[];
  outcome: Outcome | undefined;
}

export const isSettled = ({ outcome }: Part): boolean =>
  outcome?.is === 'done' || outcome?.is === 'proposed';

/** What is left to do at once; what needs approvals only with a reason. */
export const isRunnable = (part: Part, reason: string | undefined): boolean =>
  !isSettled(part) && (part.outcome?.is !== 'approval' || reason !== undefined);

/** How many features have changed, without those that were as they should be. */
const countOf = (parts: readonly Part[]): number =>
  parts.reduce((count, { names, already }) => count + names.length - already.length, 0);

interface Run {
  asked: BulkAction;
  /** Why it is done in spite of a guard or a missing approval. */
  reason?: string;
  /** Whether what others have to approve is proposed, and nothing else done. */
  proposes?: true;
}

/**
 * Previews a change of features project by project, and makes it. A project that refuses it does
 * not keep the others from being changed.
 */
export function useBulkChange(
  features: readonly FoundFeature[],
  action: BulkAction,
  onDone: () => void,
) {
  const queries = useQueryClient();
  const me = useMe();
  const isShown = useIsShown();
  const [results, setResults] = useState<Record<string, Outcome>>({});
  const previews = usePreviews(features, action);
  const partsWith = (known: Record<string, Outcome>): Part[] =>
    [...byProject(features)].map(([project, names]) => ({
      ...{ project, names },
      already: features.filter((one) => isAlready(one, project, action)).map(({ name }) => name),
      outcome: known[project] ?? previews?.[project],
    }));
  const parts = partsWith(results);
  const run = useMutation({
    mutationFn: async ({ asked, reason, proposes }: Run) => {
      let known = results;
      for (const part of parts) {
        const { project, names, outcome } = part;
        let next: Outcome | undefined;
        if (!proposes && isRunnable(part, asked.kind === 'off' ? reason : undefined))
          next = await changeAll(project, names, asked, { reason, me });
        else if (proposes && outcome?.is === 'approval')
          next = await proposeAll(project, names, asked, outcome.error);
        if (!next) continue;
        known = { ...known, [project]: next };
        setResults(known);
      }
      return partsWith(known);
    },
    onSuccess: (all) => {
      const isComplete = all.every(isSettled);
      if (isComplete || !isShown.current) tell(queries, all);
      if (isComplete && isShown.current) onDone();
    },
    onSettled: () => {
      for (const root of ['features', 'change-requests', 'events'])
        void queries.invalidateQueries({ queryKey: [root] });
    },
  });
  const undo = useMutation({
    mutationFn: () => undoAll(queries, undosOf(parts)),
    onSuccess: onDone,
  });
  return { parts, run, undo: undosOf(parts).length > 0 ? undo : undefined };
}

const undosOf = (parts: readonly Part[]): UndoTarget[] =>
  parts.flatMap(({ outcome }) => (outcome?.is === 'done' && outcome.undo ? [outcome.undo] : []));

function usePreviews(features: readonly FoundFeature[], action: BulkAction) {
  const named = [...byProject(features)];
  const { data } = useQuery({
    queryKey: ['bulk-preview', action, named],
    queryFn: async () => {
      const read = ([project, names]: [string, string[]]) => previewOf(project, names, action);
      const outcomes = await Promise.all(named.map(read));
      return Object.fromEntries(named.map(([project], index) => [project, outcomes[index]!]));
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return data;
}

/** Whether a feature of this project is on or off already, as it should be. */
function isAlready(feature: FoundFeature, project: string, action: BulkAction): boolean {
  if (feature.project !== project || !('environment' in action)) return false;
  const here = feature.environments?.find(({ name }) => name === action.environment);
  return here?.enabled === (action.kind === 'on');
}

/** Says what was changed, with one undo for all of it, and what was not. */
function tell(queries: QueryClient, parts: readonly Part[]): void {
  const done = parts.filter(({ outcome }) => outcome?.is === 'done');
  const undos = undosOf(parts);
  const action = { label: uiTexts.undo, run: () => void undoAll(queries, undos) };
  if (done.length > 0)
    announce({
      ...{ kind: 'done', text: texts.done(countOf(done)) },
      ...(undos.length > 0 ? { action } : {}),
    });
  for (const { project, outcome } of parts)
    if (outcome?.is === 'refused' || outcome?.is === 'approval')
      announce({ kind: 'failed', text: texts.failedIn(project, wordsOf(outcome.error)) });
}

/** Undoes what was changed in all projects; what is refused opens a dialog each. */
async function undoAll(queries: QueryClient, undos: readonly UndoTarget[]): Promise<void> {
  let undone = 0;
  for (const target of undos) if (await undoAtOnce(queries, target)) undone += 1;
  if (undone > 0) announce({ kind: 'done', text: texts.undone(undone) });
}
