import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { wordsOf } from '../api/failure-words.js';
import { setEnabledInCache } from '../features/feature-cache.js';
import { switchTexts } from '../texts/switch.js';
import { announce } from '../ui/announcements.js';
import type { SwitchTarget } from './switch-dialog-store.js';
import { switchFeature, type Switched, undo } from './switch-requests.js';

/**
 * Switches features. The pages show the new state at once, and the old one again when the service
 * refuses it.
 */
export function useSwitch() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ target, reason }: { target: SwitchTarget; reason?: string }) =>
      switchFeature(target, reason),
    onMutate: async ({ target }) => {
      await queries.cancelQueries({ queryKey: ['features'] });
      return setEnabledInCache(queries, target, target.turnsOn);
    },
    onError: (_error, _target, restore) => restore?.(),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['features'] }),
  });
}

/** Undoes a switch in one click. */
export function useUndo() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ eventId }: { target: SwitchTarget; eventId: number }) => undo(eventId),
    onMutate: async ({ target }) => {
      await queries.cancelQueries({ queryKey: ['features'] });
      return setEnabledInCache(queries, target, !target.turnsOn);
    },
    onSuccess: (_result, { target: { turnsOn, feature, environment } }) =>
      void announce({ kind: 'done', text: switchTexts.undone(!turnsOn, feature, environment) }),
    onError: (error, _undone, restore) => {
      restore?.();
      announce({ kind: 'failed', text: wordsOf(error) });
    },
    onSettled: () => void refreshAfterUndo(queries),
  });
}

async function refreshAfterUndo(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['features'] });
}

/** Tells that a feature was switched without a dialog, and offers to undo it. */
export function announceSwitched(
  { turnsOn, feature, environment }: SwitchTarget,
  { eventId }: Switched,
  undoIt: (eventId: number) => void,
): void {
  announce({
    kind: 'done',
    text: switchTexts.done(turnsOn, feature, environment),
    ...(eventId === undefined
      ? {}
      : { action: { label: switchTexts.undo, run: () => undoIt(eventId) } }),
  });
}
