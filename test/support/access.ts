import type { Api } from './api.js';
import { unique } from './given.js';
import { person, signedIn } from './people.js';
import type { TestService } from './service.js';

export const ROLES = '/api/admin/roles';
export const GROUPS = '/api/admin/groups';
export const ACCOUNTS = '/api/admin/service-account';
export const OWNER = 4;
export const MEMBER = 5;

/** The path of the access to a project. */
export const accessTo = (project: string): string => `/api/admin/projects/${project}/access`;
/** The path of somebody's roles in a project. */
export const rolesIn = (project: string, kind: 'users' | 'groups', id: number): string =>
  `/api/admin/projects/${project}/${kind}/${id}/roles`;

type Wanted = string | { name: string; environment?: string };

/**
 * Creates a role with these permissions.
 * @returns Its id.
 */
export async function role(
  service: TestService,
  type: 'root-custom' | 'custom',
  ...permissions: Wanted[]
): Promise<number> {
  const wanted = permissions.map((one) => (typeof one === 'string' ? { name: one } : one));
  const { body } = await service.api
    .post(ROLES, { name: unique('role'), type, permissions: wanted })
    .expect(200);
  return body.roles.id as number;
}

/**
 * Creates a group with these members.
 * @returns Its id.
 */
export async function group(
  service: TestService,
  members: number[] = [],
  properties: object = {},
): Promise<number> {
  const users = members.map((id) => ({ user: { id } }));
  const { body } = await service.api
    .post(GROUPS, { name: unique('group'), users, ...properties })
    .expect(201);
  return body.id as number;
}

/** A user with a session. */
export interface SignedIn {
  id: number;
  username: string;
  api: Api;
}

/** Creates a user with a root role, and signs in. */
export async function somebody(
  service: TestService,
  rootRole: string | number = 'Viewer',
): Promise<SignedIn> {
  const { id, username } = await person(service, { rootRole });
  return { id, username, api: await signedIn(service, username) };
}

/** Assigns roles in a project to a user or group. */
export async function give(
  service: TestService,
  project: string,
  roles: number[],
  to: { users?: number[]; groups?: number[] },
): Promise<void> {
  await service.api.post(accessTo(project), { roles, users: [], groups: [], ...to }).expect(200);
}

/** Creates a service account with a token. */
export async function serviceAccount(
  service: TestService,
  rootRole: string | number = 'Viewer',
): Promise<{ id: number; username: string; secret: string; api: Api }> {
  const username = unique('robot');
  const { body } = await service.api
    .post(ACCOUNTS, { username, name: 'Robot', rootRole })
    .expect(201);
  const token = { description: 'one', expiresAt: '2090-01-01T00:00:00Z' };
  const { body: made } = await service.api.post(`${ACCOUNTS}/${body.id}/token`, token).expect(201);
  return {
    id: body.id,
    username,
    secret: made.secret,
    api: service.api.as({ token: made.secret }),
  };
}
