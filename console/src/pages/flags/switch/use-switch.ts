import {
  type MutationKey,
  type MutationOptions,
  MutationObserver,
  type QueryClient,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { requiresApproval } from '../../../api/failures.js';
import { wordsOf } from '../../../api/failure-words.js';
import { setEnabledInCache } from '../features/feature-cache.js';
import { switchTexts } from '../../../texts/switch.js';
import { announce, dismiss } from '../../../kit/announcements.js';
import { UNCONFIRMED_MS, useIsShown } from '../../../kit/use-action.js';
import { openSwitchDialog, type SwitchTarget } from './switch-dialog-store.js';
import { switchFeature, type Switched } from './switch-requests.js';

interface Switching {
  target: SwitchTarget;
  /** Overrides a guard. */
  reason?: string;
}

type Place = Omit<SwitchTarget, 'turnsOn'>;

const keyOf = ({ project, feature, environment }: Place): MutationKey => [
  ...['switch', project, feature, environment],
];

/** Pages show the new state when the service has confirmed it, and not before. */
const switching = (
  queries: QueryClient,
  place: Place,
): MutationOptions<Switched, Error, Switching> => ({
  mutationKey: keyOf(place),
  mutationFn: ({ target, reason }) => switchFeature(target, reason),
  onSuccess: async (_switched, { target }) => {
    await queries.cancelQueries({ queryKey: ['features'] });
    setEnabledInCache(queries, target, target.turnsOn);
  },
  onSettled: () => void queries.invalidateQueries({ queryKey: ['features'] }),
});

/** Whether a switch was sent and the service has not confirmed it yet. */
export const useIsSwitching = (place: Place): boolean =>
  useIsMutating({ mutationKey: keyOf(place) }) > 0;

/** Switches a feature. Whoever does not wait for the result is told it. */
export function useSwitch(place: SwitchTarget) {
  const queries = useQueryClient();
  const isShown = useIsShown();
  const { onSuccess, ...options } = switching(queries, place);
  return useMutation({
    ...options,
    onSuccess: async (...all) => {
      await onSuccess?.(...all);
      if (!isShown.current) announceSwitched(queries, place, all[0]);
    },
    onError: (error) => {
      if (!isShown.current) announceFailed(place, error);
    },
  });
}

/**
 * Switches a feature without a dialog, and tells what came of it. What others have to approve opens
 * the dialog. A list has a hundred switches, and none of them costs anything until it is pressed.
 */
export async function switchAtOnce(queries: QueryClient, target: SwitchTarget): Promise<void> {
  const { feature, environment } = target;
  let told: number | undefined;
  const timer = setTimeout(() => {
    told = announce({ kind: 'note', text: switchTexts.unconfirmed(feature, environment) });
  }, UNCONFIRMED_MS);
  try {
    const observer = new MutationObserver(queries, switching(queries, target));
    announceSwitched(queries, target, await observer.mutate({ target }));
  } catch (error) {
    if (requiresApproval(error)) openSwitchDialog(target);
    else announceFailed(target, error);
  } finally {
    clearTimeout(timer);
    if (told !== undefined) dismiss(told);
  }
}

/** The code is loaded as soon as there is something to undo. */
const loadUndo = () => import('../../audit/events/undo-at-once.js');

/** Undoes a switch, or opens the dialog that proposes it. */
export async function undoSwitch(
  queries: QueryClient,
  { turnsOn, feature, environment }: SwitchTarget,
  eventId: number,
): Promise<void> {
  const { undoAtOnce } = await loadUndo();
  const isUndone = await undoAtOnce(queries, {
    ...{ id: eventId, type: `feature-environment-${turnsOn ? 'enabled' : 'disabled'}` },
    label: switchTexts.done(turnsOn, feature, environment),
  });
  if (isUndone)
    announce({ kind: 'done', text: switchTexts.undone(!turnsOn, feature, environment) });
}

/** Tells that a feature was switched, and offers to undo it. */
function announceSwitched(queries: QueryClient, target: SwitchTarget, { eventId }: Switched): void {
  void loadUndo().catch(() => undefined);
  announce({
    kind: 'done',
    text: switchTexts.done(target.turnsOn, target.feature, target.environment),
    ...(eventId === undefined
      ? {}
      : {
          action: {
            label: switchTexts.undo,
            run: () => void undoSwitch(queries, target, eventId),
          },
        }),
  });
}

function announceFailed({ feature, environment }: Place, error: unknown): void {
  announce({ kind: 'failed', text: switchTexts.failed(feature, environment, wordsOf(error)) });
}
