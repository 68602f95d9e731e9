import { startOf } from '../../src/platform/http/body/storable.js';
import { PERMISSIONS } from '../../src/platform/http/permission.js';
import { keptId } from './checks.js';
import {
  findBy,
  type KeyedMoves,
  type MoveContext,
  nameOf,
  type PlainMoves,
  type Prepared,
  writeBy,
} from './context.js';
import { givenIds, type NumberedTable, type WithId, writeNumbered } from './given-ids.js';
import type { ApiTokenRow, GroupRow, PersonalTokenRow, RoleRow, UserRow } from './source/rows.js';
import { hashOfSecret } from './source/plain-readers.js';
import * as Existing from './target/existing.sql.js';
import * as Sql from './target/people.sql.js';

/** The user who stands for users of the source that do not exist any more. */
export const SYSTEM_USER = -1337;
const KNOWN_PERMISSIONS = new Set<string>(PERMISSIONS.map(({ name }) => name));
/** bcrypt with a cost that signing in here accepts. */
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;
const BUILT_IN_ROLES = ['root', 'project'];
/** Types here by type at the source. Built-in roles that do not exist here become custom roles. */
const ROLE_TYPES: Readonly<Record<string, string>> = {
  root: 'root-custom',
  project: 'custom',
  'root-custom': 'root-custom',
  custom: 'custom',
};
const TOKEN_TYPES: Readonly<Record<string, string>> = {
  admin: 'admin',
  client: 'client',
  backend: 'client',
  frontend: 'frontend',
};
const MAX_TEXT = 1_000;
const HASH_OF_NOTHING = hashOfSecret('');

type PreparedRole = WithId & Pick<RoleRow, 'name' | 'permissions'>;
type PreparedUser = WithId & { sourceId: string };
type PreparedGroup = WithId & { name: string; members: object[] };

const hashOf = ({ hash }: { hash: string }): string => hash;

const ROLE: NumberedTable = {
  name: 'role',
  taken: Existing.TAKEN_ROLES,
  insert: Sql.INSERT_ROLES,
};
const GROUP: NumberedTable = {
  name: 'user_group',
  taken: Existing.TAKEN_GROUPS,
  insert: Sql.INSERT_GROUPS,
};

/** How users, groups, roles and tokens are moved. */
export const PEOPLE: Pick<
  KeyedMoves,
  'roles' | 'users' | 'groups' | 'apiTokens' | 'personalTokens'
> = {
  roles: {
    keyOf: ({ id }) => id,
    nameOf,
    find: findBy(Existing.FIND_ROLES, nameOf),
    isBuiltIn: ({ type }) => BUILT_IN_ROLES.includes(type),
    prepare: roleOf,
    write: async (query, rows) => {
      const { given, written } = await writeNumbered(query, ROLE, rows as PreparedRole[]);
      const permissions = given.flatMap(({ id, name, permissions }) =>
        written.has(name) ? permissions.map((one) => ({ role: id, ...one })) : [],
      );
      await query(Sql.INSERT_PERMISSIONS, [JSON.stringify(permissions)]);
      return written;
    },
  },
  users: {
    keyOf: ({ id }) => id,
    labelOf: labelOfUser,
    find: async (query, rows) => {
      const emails = rows.flatMap(({ email }) => email ?? []);
      const usernames = rows.flatMap(({ username }) => username ?? []);
      const found = await query(Existing.FIND_USERS, [emails, usernames]);
      return new Map(
        rows.flatMap(({ id, kind, email, username }) => {
          const same = found.find(
            (one) =>
              one.kind === kind &&
              ((email && one.email === email) || (username && one.username === username)),
          );
          return same ? [[id, same.target] as const] : [];
        }),
      );
    },
    prepare: userOf,
    write: async (query, rows) => {
      const given = await givenIds(query, 'app_user', Existing.TAKEN_USERS, rows as PreparedUser[]);
      const written = await query(Sql.INSERT_USERS, [JSON.stringify(given)]);
      const added = new Set(written.map(({ key }) => key));
      return new Map(
        given
          .filter(({ id }) => added.has(String(id)))
          .map(({ sourceId, id }) => [sourceId, String(id)]),
      );
    },
  },
  groups: {
    keyOf: ({ id }) => id,
    nameOf,
    find: findBy(Existing.FIND_GROUPS, nameOf),
    prepare: groupOf,
    write: async (query, rows) => {
      const { given, written } = await writeNumbered(query, GROUP, rows as PreparedGroup[]);
      const members = given.flatMap(({ id, name, members }) =>
        written.has(name) ? members.map((one) => ({ group: id, ...one })) : [],
      );
      await query(Sql.INSERT_MEMBERS, [JSON.stringify(members)]);
      return written;
    },
  },
  apiTokens: {
    keyOf: hashOf,
    labelOf: nameOf,
    find: findBy(Existing.FIND_API_TOKENS, hashOf),
    prepare: apiTokenOf,
    write: writeBy(Sql.INSERT_API_TOKENS),
  },
  personalTokens: {
    keyOf: hashOf,
    labelOf: ({ description }) => description,
    find: findBy(Existing.FIND_PERSONAL_TOKENS, hashOf),
    prepare: personalTokenOf,
    write: writeBy(Sql.INSERT_PERSONAL_TOKENS),
  },
};

/** How roles in projects are moved. */
export const PROJECT_ROLES: PlainMoves['projectRoles'] = {
  prepare: ({ project, user, group, role, addedAt }, { references }) => {
    if (!references.get('projects', project))
      return { refused: `a role in the project "${project}", which was not moved` };
    const row = {
      project,
      user: references.number('users', user),
      group: references.number('groups', group),
      role: references.number('roles', role),
      addedAt,
    };
    if (row.role === undefined) return { refused: `role ${role} in ${project} was not moved` };
    if (row.user === undefined && row.group === undefined)
      return { refused: `${project}: the user or group of a role was not moved` };
    return { row };
  },
  write: async (query, rows) => {
    const isOfUser = (row: object): boolean => (row as { user?: number }).user !== undefined;
    const users = JSON.stringify(rows.filter(isOfUser));
    const groups = JSON.stringify(rows.filter((row) => !isOfUser(row)));
    const written = [
      ...(await query(Sql.INSERT_USER_ROLES, [users])),
      ...(await query(Sql.INSERT_GROUP_ROLES, [groups])),
    ];
    return written.length;
  },
};

function roleOf(row: RoleRow, { references }: MoveContext): Prepared {
  const type = ROLE_TYPES[row.type];
  if (!type) return { refused: `its type "${row.type}" is unknown` };
  const notes: string[] = [];
  const permissions = row.permissions.filter(({ permission, environment }) => {
    const isKnown = KNOWN_PERMISSIONS.has(permission);
    if (!isKnown) notes.push(`${row.name}: without ${permission}, which does not exist here`);
    return isKnown && (environment === null || references.get('environments', environment));
  });
  return { row: { ...row, type, id: keptId(row.id), permissions }, notes };
}

function labelOfUser({ id, username, email, name }: UserRow): string {
  return username ?? email ?? name ?? `user ${id}`;
}

function userOf(row: UserRow, { references }: MoveContext): Prepared {
  const label = labelOfUser(row);
  if (row.username === null && row.email === null && row.name === null)
    return { refused: 'it has neither a name nor an e-mail address' };
  const notes: string[] = [];
  const isUsable = row.passwordHash !== null && BCRYPT.test(row.passwordHash);
  if (row.passwordHash && !isUsable)
    notes.push(
      `${label}: without the password, which is not hashed with bcrypt at a cost of 4 to 14`,
    );
  const role = references.number('roles', row.rootRole);
  if (row.rootRole !== null && role === undefined)
    notes.push(`${label}: without the root role ${row.rootRole}, which was not moved`);
  const passwordHash = isUsable ? row.passwordHash : null;
  return { row: { ...row, sourceId: row.id, id: keptId(row.id), role, passwordHash }, notes };
}

function groupOf(row: GroupRow, { references }: MoveContext): Prepared {
  const members = row.members.flatMap(({ user, ...member }, place) => {
    const id = references.number('users', user);
    return id === undefined ? [] : [{ ...member, user: id, place }];
  });
  const role = references.number('roles', row.rootRole);
  return { row: { ...row, id: keptId(row.id), role, members } };
}

function apiTokenOf(row: ApiTokenRow, { references }: MoveContext): Prepared {
  const type = TOKEN_TYPES[row.type.toLowerCase()];
  if (!type) return { refused: `its type "${row.type}" is unknown` };
  if (row.hash === HASH_OF_NOTHING) return { refused: 'it has no secret' };
  if (row.environment !== null && !references.get('environments', row.environment))
    return { refused: `its environment "${row.environment}" was not moved` };
  const projects = row.projects.filter((project) => references.get('projects', project));
  const isForAll = row.isForAll || type === 'admin';
  if (!isForAll && projects.length === 0) return { refused: 'none of its projects was moved' };
  const createdBy = references.number('users', row.createdBy) ?? SYSTEM_USER;
  const name = startOf(row.name, MAX_TEXT);
  return { row: { ...row, name, type, projects: isForAll ? [] : projects, isForAll, createdBy } };
}

function personalTokenOf(row: PersonalTokenRow, { references }: MoveContext): Prepared {
  const user = references.number('users', row.user);
  if (user === undefined) return { refused: `its user ${row.user} was not moved` };
  // An experiment of version 8 stores tokens in another form.
  if (row.hash === HASH_OF_NOTHING) return { refused: 'it has no secret' };
  if (row.expiresAt === null) return { refused: 'it does not expire' };
  return { row: { ...row, user } };
}
