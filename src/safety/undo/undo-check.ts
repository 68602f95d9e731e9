import { isDeepStrictEqual } from 'node:util';
import type { StoredEvent } from '../../core/event/event.types.js';
import { type Mirror, type Recorded, requireAsLeft, requireState } from './inverse.js';
import { InverseRefusedError } from './undo.errors.js';
import type { UndoPlan } from './undo-plan.js';

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
