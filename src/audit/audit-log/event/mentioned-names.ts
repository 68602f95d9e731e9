import { statement } from '../../../platform/database/statement.js';
import type { EventResponse } from './event.dto.js';

/** The present names of users and groups that events are about, by their ids. */
export interface MentionedNames {
  users: Readonly<Record<number, string>>;
  groups: Readonly<Record<number, string>>;
}

export const NO_NAMES: MentionedNames = { users: {}, groups: {} };

/** Reads the names of users who are not deleted, and of groups. */
export const MENTIONED_NAMES = statement<[users: number[], groups: number[]], MentionedNames>(
  'mentioned-names.mentioned-names',
  /* sql */ `
    SELECT (SELECT COALESCE(json_object_agg(u.id, u.display_name), '{}') FROM app_user u
             WHERE u.id = ANY ($1::int[]) AND u.deleted_at IS NULL) AS users,
           (SELECT COALESCE(json_object_agg(g.id, g.name), '{}') FROM user_group g
             WHERE g.id = ANY ($2::int[])) AS groups`,
);

/** What a name in the braces of a sentence is the id of, in events of a type. */
export function kindOfId(name: string, type: string): keyof MentionedNames | undefined {
  if (name === 'groupId') return 'groups';
  const isUser = name === 'userId' || (name === 'id' && type.startsWith('user-'));
  return isUser ? 'users' : undefined;
}

/** The ids of users and groups that the data of events name. */
export function idsIn(events: readonly EventResponse[]): [users: number[], groups: number[]] {
  const found = { users: new Set<number>(), groups: new Set<number>() };
  for (const { type, data, preData } of events)
    for (const [name, value] of Object.entries({ ...preData, ...data })) {
      const kind = kindOfId(name, type);
      // Others, such as of an imported history, cannot be ids.
      if (kind && value === (Number(value) | 0)) found[kind].add(value);
    }
  return [[...found.users], [...found.groups]];
}
