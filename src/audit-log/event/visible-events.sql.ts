import type { VisibleEvents } from './visible-events.js';

/** Adds a value to those of a statement. @returns The SQL that stands for it. */
export type Bind = (value: unknown, type: string) => string;

/** The visible events of those types that are asked for. */
export function visibleAmong(
  visible: VisibleEvents,
  asked: readonly string[] | undefined,
): VisibleEvents {
  if (!asked) return visible;
  const among = (types: readonly string[]): string[] =>
    types.filter((type) => asked.includes(type));
  const { types, ofProjects, ofTokens } = visible;
  return {
    types: among(types),
    ofProjects: { ...ofProjects, types: among(ofProjects.types) },
    ofTokens: { ...ofTokens, types: among(ofTokens.types) },
  };
}

/**
 * The condition that the event `e` is visible though not all of its type are; `undefined` where no
 * such event can be.
 */
export function partlyVisible(
  { ofProjects, ofTokens }: VisibleEvents,
  bind: Bind,
): string | undefined {
  const texts = (values: readonly string[]): string => bind(values, 'text[]');
  const conditions = [
    ...(ofProjects.types.length > 0
      ? [
          `(e.type = ANY (${texts(ofProjects.types)}) AND e.project = ANY (${texts(ofProjects.projects)}))`,
        ]
      : []),
    ...(ofTokens.types.length > 0
      ? [
          `(e.type = ANY (${texts(ofTokens.types)}) AND (COALESCE(e.data, e.pre_data) ->> 'type' = ANY (${texts(ofTokens.tokenTypes)})
             OR e.project = ANY (${texts(ofTokens.projects)})))`,
        ]
      : []),
  ];
  return conditions.length > 0 ? `(${conditions.join(' OR ')})` : undefined;
}
