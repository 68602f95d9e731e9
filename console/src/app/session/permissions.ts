import { failureTexts } from '../../texts/failures.js';
import { type Me, useMe } from './me.js';

/** Where a permission is needed; neither for permissions of the whole instance. */
export interface Place {
  project?: string;
  environment?: string;
}

/** Whether the person has one of the permissions in this place. */
export function isAllowed(
  { permissions }: Pick<Me, 'permissions'>,
  needed: readonly string[],
  { project, environment }: Place = {},
): boolean {
  return permissions.some(
    (held) =>
      held.permission === 'ADMIN' ||
      (needed.includes(held.permission) &&
        (!held.project || held.project === '*' || held.project === project) &&
        (!held.environment || held.environment === environment)),
  );
}

/** Whether the person has one of the permissions in any place. */
export function isAllowedSomewhere(
  { permissions }: Pick<Me, 'permissions'>,
  needed: readonly string[],
): boolean {
  return permissions.some(
    ({ permission }) => permission === 'ADMIN' || needed.includes(permission),
  );
}

/**
 * Why the person may not do something: a sentence that names the missing permission, or undefined
 * if they may.
 */
export function useLack(
  needed: string | readonly string[] | undefined,
  place: Place = {},
): string | undefined {
  const me = useMe();
  if (needed === undefined) return undefined;
  const names = typeof needed === 'string' ? [needed] : needed;
  return isAllowed(me, names, place) ? undefined : failureTexts.lacking(names);
}
