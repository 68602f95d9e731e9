import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { api, bodyOf } from '../../../../../api/client.js';
import { ifMatch } from '../../../../../api/versioned.js';
import { useLack } from '../../../../../app/session/permissions.js';
import { strategyTexts as texts } from '../../../../../texts/strategies.js';
import { announce } from '../../../../../kit/announcements.js';
import { Hidden } from '../../../../../kit/hidden.js';
import { useAction } from '../../../../../kit/use-action.js';
import { type Feature, FEATURE_ROOTS } from '../../feature-queries.js';
import type { CardsProps, Handle } from './strategy-card.js';
import styles from './strategies.module.css';
import { pathOf, type StrategyPlace } from './strategy-place.js';
import { nameOf, type Strategy } from '../../../strategies/strategy-words.js';

/** Keys that follow one another faster are saved together. */
const PAUSE_MS = 700;

/** An order that a person has made. */
interface Moved {
  ids: readonly string[];
  /** The version of the feature that it was saved over. */
  savedOver?: string;
}

type VersionedPlace = StrategyPlace & Pick<Feature, 'version'>;

/** Strategies that a person can move by pointer and arrow keys. */
export function MovableCards({ place, version, strategies, card }: CardsProps) {
  const { ordered, handleOf, list, status } = useReordering({ ...place, version }, strategies);
  return (
    <>
      <ol {...list} className={styles.list} aria-label={texts.listOf(place.environment)}>
        {ordered.map((strategy, index) => card(strategy, handleOf(index)))}
      </ol>
      <Hidden role="status">{status}</Hidden>
    </>
  );
}

/**
 * Lets a person move strategies by pointer and arrow keys, and saves the order, unless others
 * have changed the feature since this version.
 */
function useReordering(place: VersionedPlace, strategies: readonly Strategy[]) {
  const items = useRef(new Map<string, HTMLLIElement>());
  const dragged = useRef<{ id: string; ids?: readonly string[] }>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lack = useLack('UPDATE_FEATURE_STRATEGY', place);
  const tellLack = (): void => void announce({ kind: 'note', text: lack! });
  const { ordered, status, move, commit, reset } = useOrder(place, strategies);
  const onKeyDown = (id: string, index: number) => (event: KeyboardEvent) => {
    const to = index + (event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0);
    if (to === index) return;
    event.preventDefault();
    if (lack) return tellLack();
    if (to < 0 || to >= ordered.length) return;
    const next = move(id, to);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => commit(next), PAUSE_MS);
  };
  // The list has the pointer, since browsers take it from elements that change their place.
  const onPointerDown = (id: string) => (event: PointerEvent<HTMLElement>) => {
    if (lack) return tellLack();
    dragged.current = { id };
    event.currentTarget.closest('ol')!.setPointerCapture(event.pointerId);
  };
  const onPointerMove = ({ clientY }: PointerEvent): void => {
    const drag = dragged.current;
    if (!drag) return;
    const to = positionAt(clientY, drag.id, ordered, items.current);
    if (ordered[to]?.id !== drag.id) drag.ids = move(drag.id, to);
  };
  const drop = (settle: (ids: readonly string[]) => void) => (): void => {
    const ids = dragged.current?.ids;
    dragged.current = undefined;
    if (ids) settle(ids);
  };
  const list = { onPointerMove, onPointerUp: drop(commit), onPointerCancel: drop(reset) };
  const handleOf = (index: number): Handle => {
    const strategy = ordered[index]!;
    const { id } = strategy;
    return {
      holder: (item) => {
        if (item) items.current.set(id, item);
        else items.current.delete(id);
      },
      moving: {
        'aria-label': texts.move(nameOf(strategy), index + 1, ordered.length),
        'aria-disabled': lack ? true : undefined,
        title: lack,
        onKeyDown: onKeyDown(id, index),
        onPointerDown: onPointerDown(id),
      },
    };
  };
  return { ordered, handleOf, list, status };
}

/** The order that the person sees, with what changes and saves it. */
function useOrder(place: VersionedPlace, strategies: readonly Strategy[]) {
  const [moved, setMoved] = useState<Moved>();
  const [status, setStatus] = useState('');
  const save = useSavedOrder(place);
  // What was saved is shown until the feature has been read again.
  const isRead = moved?.savedOver !== undefined && moved.savedOver !== place.version;
  const ordered = inOrder(strategies, isRead ? undefined : moved?.ids);
  const move = (id: string, to: number): readonly string[] => {
    const ids = ordered.map((one) => one.id);
    const next = ids.filter((one) => one !== id).toSpliced(to, 0, id);
    setMoved({ ids: next });
    setStatus(texts.moved(nameOf(ordered.find((one) => one.id === id)!), to + 1, ids.length));
    return next;
  };
  const reset = (): void => setMoved(undefined);
  const commit = (ids: readonly string[]): void =>
    save(ids, (isSaved) => (isSaved ? setMoved({ ids, savedOver: place.version }) : reset()));
  return { ordered, status, move, commit, reset };
}

/** Saves an order, or offers to propose it where others have to approve it. */
function useSavedOrder(place: VersionedPlace) {
  const save = useAction((ids: readonly string[]) => saveOrder(place, ids), {
    done: texts.reordered,
    outdates: FEATURE_ROOTS,
    isFailureShown: true,
  });
  return (ids: readonly string[], onSettled: (isSaved: boolean) => void): void =>
    save.mutate(ids, {
      onError: (error) => void tellRefused(error, place, ids),
      onSettled: (_, error) => onSettled(!error),
    });
}

/** The strategies in a new order; those that somebody has added meanwhile come last. */
function inOrder(strategies: readonly Strategy[], order: readonly string[] = []): Strategy[] {
  const rank = ({ id }: Strategy): number => {
    const index = order.indexOf(id);
    return index < 0 ? order.length : index;
  };
  return strategies.toSorted((a, b) => rank(a) - rank(b));
}

/** How many of the other items have their middle above the pointer. */
function positionAt(
  y: number,
  moved: string,
  ordered: readonly Strategy[],
  items: ReadonlyMap<string, HTMLLIElement>,
): number {
  const isAbove = ({ id }: Strategy): boolean => {
    const box = items.get(id)?.getBoundingClientRect();
    return id !== moved && box !== undefined && y > box.top + box.height / 2;
  };
  return ordered.filter(isAbove).length;
}

const orderOf = (ids: readonly string[]) => ids.map((id, sortOrder) => ({ id, sortOrder }));

/** Tells why the order was refused, and offers to propose it if others have to approve it. */
async function tellRefused(
  error: unknown,
  { project, environment, feature }: StrategyPlace,
  ids: readonly string[],
): Promise<void> {
  const { tellRefusal } = await import('../../../../governance/change-requests/proposal.js');
  const change = { action: 'reorderStrategy' as const, feature, payload: orderOf(ids) };
  tellRefusal(error, { project, environment, changes: [change] });
}

function saveOrder(place: VersionedPlace, ids: readonly string[]): Promise<unknown> {
  return bodyOf(
    api.POST(
      '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/set-sort-order',
      {
        params: { path: pathOf(place), header: ifMatch(place) },
        body: orderOf(ids),
      },
    ),
  );
}
