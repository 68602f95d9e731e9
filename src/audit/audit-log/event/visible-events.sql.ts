import { revealsNoHidden } from '../../../core/auth/permissions/hidden.sql.js';
import { payloadOf } from '../../../core/event/event-payload.sql.js';
import type { EventVisibleBy } from '../../../core/event/event-entries.js';
import type { VisibleEvents } from './visible-events.js';

const token = payloadOf<EventVisibleBy<'token'>>();

/** Adds a value to the parameters of a statement. @returns Its placeholder. */
export type Bind = (value: unknown, type: string) => string;

/** The condition for events of the requested types that are visible. */
export function visibleAmong(
  visible: VisibleEvents,
  requested: readonly string[] | undefined,
): VisibleEvents {
  if (!requested) return visible;
  const among = (types: readonly string[]): string[] =>
    types.filter((type) => requested.includes(type));
  const { types, ofProjects, ofTokens } = visible;
  return {
    types: among(types),
    ofProjects: { ...ofProjects, types: among(ofProjects.types) },
    ofTokens: { ...ofTokens, types: among(ofTokens.types) },
  };
}

/**
 * The condition for visible events of types that are not entirely visible; `undefined` when there
 * can be none.
 */
export function partlyVisible(
  { ofProjects, ofTokens }: VisibleEvents,
  bind: Bind,
): string | undefined {
  const texts = (values: readonly string[]): string => bind(values, 'text[]');
  const conditions = [
    ...(ofProjects.types.length > 0
      ? [
          /* sql */ `
            (e.type = ANY (${texts(ofProjects.types)})
              AND e.project = ANY (${texts(ofProjects.projects)}))`,
        ]
      : []),
    ...(ofTokens.types.length > 0
      ? [
          /* sql */ `
            (e.type = ANY (${texts(ofTokens.types)})
              AND (${token.text('either', 'type')} = ANY (${texts(ofTokens.tokenTypes)})
             OR e.project = ANY (${texts(ofTokens.projects)})))`,
        ]
      : []),
  ];
  return conditions.length > 0 ? `(${conditions.join(' OR ')})` : undefined;
}

/** The conditions for an event `e` that a caller may see. */
export function areVisible(
  visible: VisibleEvents | undefined,
  hiddenProjects: readonly string[],
  bind: Bind,
): string[] {
  const partly = visible && partlyVisible(visible, bind);
  const entire = visible && `e.type = ANY (${bind(visible.types, 'text[]')})`;
  return [
    ...(entire ? [partly ? `(${entire} OR ${partly})` : entire] : []),
    ...(hiddenProjects.length > 0 ? [revealsNoHidden(bind(hiddenProjects, 'text[]'))] : []),
  ];
}
