import { isDeepStrictEqual } from 'node:util';
import type { EventOf, StoredEvent } from '../../core/event/event.types.js';
import {
  type Inverse,
  type InverseTable,
  type Mirror,
  type Need,
  type Recorded,
  requireAsLeft,
  requireState,
  type Several,
} from './inverse.js';
import { InverseRefusedError, isCause, notUndoable } from './undo.errors.js';

/** An event as read from the audit log. */
export type UndoableEvent = Recorded<StoredEvent> & { readonly undoes?: number };

/** Events that are undone together. */
interface UndoStep {
  readonly inverse: Inverse<StoredEvent>;
  readonly events: Several<Recorded<StoredEvent>>;
}

/** A step to which events can be added. */
type GrowingStep = UndoStep & { readonly events: [UndoableEvent, ...UndoableEvent[]] };

/** How some events are undone. */
export interface UndoPlan {
  /** The ids of all events, newest first. */
  readonly ids: readonly number[];
  /** The ids of the events that these events had undone, and that take effect again. */
  readonly again: readonly number[];
  readonly steps: readonly UndoStep[];
}

/**
 * Plans to undo events that are listed newest first. The inverses come in this order, except those
 * that have to be last. Events that only say why the others happened are left out.
 * @throws EventNotUndoableError when a type has no inverse.
 */
export function planOf(all: readonly UndoableEvent[], table: InverseTable): UndoPlan {
  const changes = all.filter((one) => !isCause(one));
  const events = changes.length > 0 ? changes : all;
  // By way of unknown: the compiler takes seconds for what all inverses have in common.
  const inverses = new Map(Object.entries<unknown>(table) as [string, Inverse<StoredEvent>][]);
  const refused = new Set(events.map(({ type }) => type).filter((type) => !inverses.has(type)));
  if (refused.size > 0) throw notUndoable(refused);
  const steps: GrowingStep[] = [];
  for (const event of events.filter((one) => !isImplied(one, events))) {
    const inverse = inverses.get(event.type)!;
    const newest = steps.at(-1);
    if (newest?.inverse === inverse && inverse.isBulk && belongsTo(newest.events, event))
      newest.events.push(event);
    else steps.push({ inverse, events: [event] });
  }
  const isLast = ({ inverse }: UndoStep): boolean => inverse.isLast === true;
  return {
    ids: events.map(({ id }) => id),
    again: events.flatMap(({ undoes }) => undoes ?? []),
    steps: [...steps.filter((step) => !isLast(step)), ...steps.filter(isLast)],
  };
}

/** The permissions that a plan needs, each once per place. */
export function needsOf({ steps }: UndoPlan): Need[] {
  const needs = steps.map(({ inverse, events }) => inverse.needs(events[0]));
  return [...new Map(needs.map((need) => [JSON.stringify(need), need])).values()];
}

/** The id of the event that an event undoes, within a step. */
export function undoneIn({ events }: UndoStep): (event: StoredEvent) => number {
  const ids = new Map(events.map((one) => [featureOf(one), one.id]));
  return (event) => ids.get(featureOf(event)) ?? events[0].id;
}

/** Whether undoing another event of the same transaction undoes an event too. */
function isImplied(event: Recorded<StoredEvent>, all: readonly Recorded<StoredEvent>[]): boolean {
  if (event.type === 'feature-environment-enabled')
    return all.some((one) => one.type === 'feature-revived' && featureOf(one) === featureOf(event));
  if (event.type !== 'feature-stale-on' && event.type !== 'feature-stale-off') return false;
  const isWhole = (one: StoredEvent): one is EventOf<'feature-metadata-updated'> =>
    one.type === 'feature-metadata-updated' && one.featureName === event.featureName;
  return all.some((one) => isWhole(one) && one.data.stale !== one.preData.stale);
}

/** Whether an event made the same change to another feature. */
function belongsTo(
  events: readonly Recorded<StoredEvent>[],
  event: Recorded<StoredEvent>,
): boolean {
  return (
    isDeepStrictEqual(changeOf(event), changeOf(events[0]!)) &&
    events.every((one) => featureOf(one) !== featureOf(event))
  );
}

/** What an event says besides the feature. */
function changeOf({ type, data, preData, ...rest }: Recorded<StoredEvent>): object {
  const { project, environment } = rest as { project?: string; environment?: string };
  return { type, data, preData, project, environment };
}

function featureOf(event: StoredEvent): string | undefined {
  return 'featureName' in event ? event.featureName : undefined;
}

/** An event that was recorded by an inverse. */
export interface RecordedChange {
  id: number;
  type: string;
  undoes: number;
  featureName: string | null;
  project: string | null;
  environment: string | null;
  data: object | null;
  preData: object | null;
}

/**
 * Checks that each inverse has changed something, and that its event mirrors the undone one.
 * @throws StateChangedSinceError when something has changed since the undone event.
 * @throws InverseRefusedError when the former state would not be restored.
 */
export function checkRecorded({ steps }: UndoPlan, recorded: readonly RecordedChange[]): void {
  const changes = new Map<number, RecordedChange[]>();
  for (const change of recorded) {
    const others = changes.get(change.undoes);
    if (others) others.push(change);
    else changes.set(change.undoes, [change]);
  }
  for (const { inverse, events } of steps)
    for (const event of events) {
      const own = changes.get(event.id) ?? [];
      requireState(
        own.length > 0,
        `Event ${event.id} has no effect any more: everything is as it was before it.`,
      );
      if (inverse.mirror) checkMirrored(event, inverse.mirror, own);
    }
}

function checkMirrored(
  event: Recorded<StoredEvent>,
  { subject, type, besides = [], ignoring = [], left }: Mirror<StoredEvent>,
  own: readonly RecordedChange[],
): void {
  const others = own.filter((one) => one.type !== type);
  const excess = others.find((one) => !besides.some((other) => other === one.type));
  requireState(
    !excess,
    `${subject(event)} is needed now: undoing event ${event.id} would also cause ${excess?.type}.`,
  );
  const [mirrored, ...more] = own.filter((one) => one.type === type);
  requireState(
    mirrored !== undefined && more.length === 0,
    `${subject(event)} is as it was before event ${event.id}.`,
  );
  const part = (payload: unknown): unknown => without(payload, ignoring);
  requireAsLeft(subject(event), part(mirrored.preData), part(left?.(event) ?? event.data));
  if (left || isDeepStrictEqual(part(mirrored.data), part(event.preData))) return;
  throw new InverseRefusedError(
    `${subject(event)} cannot get back to the state before event ${event.id}, because rules that ` +
      'apply now do not allow it.',
  );
}

/** A payload without some properties; null when there is none. */
function without(payload: unknown, properties: readonly string[]): unknown {
  if (payload === null || payload === undefined) return null;
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !properties.includes(name)));
}
