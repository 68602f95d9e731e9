import {
  type MutationOptions,
  MutationObserver,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { requiresApproval } from '../api/failures.js';
import { wordsOf } from '../api/failure-words.js';
import { setEnabledInCache } from '../features/feature-cache.js';
import { switchTexts } from '../texts/switch.js';
import { announce } from '../ui/announcements.js';
import { openSwitchDialog, type SwitchTarget } from './switch-dialog-store.js';
import { switchFeature, type Switched, undo } from './switch-requests.js';

interface Switching {
  target: SwitchTarget;
  /** Overrides a guard. */
  reason?: string;
}

interface Undoing {
  target: SwitchTarget;
  /** The event of the switch. */
  eventId: number;
}

type Restore = () => void;

const switching = (queries: QueryClient): MutationOptions<Switched, Error, Switching, Restore> => ({
  mutationFn: ({ target, reason }) => switchFeature(target, reason),
  onMutate: async ({ target }) => {
    await queries.cancelQueries({ queryKey: ['features'] });
    return setEnabledInCache(queries, target, target.turnsOn);
  },
  onError: (_error, _target, restore) => restore?.(),
  onSettled: () => void queries.invalidateQueries({ queryKey: ['features'] }),
});

const undoing = (queries: QueryClient): MutationOptions<void, Error, Undoing, Restore> => ({
  mutationFn: ({ eventId }) => undo(eventId),
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
  onSettled: () => void queries.invalidateQueries({ queryKey: ['features'] }),
});

/**
 * Switches features. The pages show the new state at once, and the old one again when the service
 * refuses it.
 */
export function useSwitch() {
  return useMutation(switching(useQueryClient()));
}

/** Undoes a switch in one click. */
export function useUndo() {
  return useMutation(undoing(useQueryClient()));
}

/**
 * Switches a feature without a dialog, and tells what came of it. What others have to approve opens
 * the dialog. A list has a hundred switches, and none of them costs anything until it is pressed.
 */
export async function switchAtOnce(queries: QueryClient, target: SwitchTarget): Promise<void> {
  try {
    const result = await new MutationObserver(queries, switching(queries)).mutate({ target });
    announceSwitched(target, result, (eventId) => undoAtOnce(queries, { target, eventId }));
  } catch (error) {
    if (requiresApproval(error)) openSwitchDialog(target);
    else announce({ kind: 'failed', text: wordsOf(error) });
  }
}

function undoAtOnce(queries: QueryClient, undone: Undoing): void {
  // The failure has been announced.
  new MutationObserver(queries, undoing(queries)).mutate(undone).catch(() => undefined);
}

/** Tells that a feature was switched without a dialog, and offers to undo it. */
function announceSwitched(
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
