import type { Api } from './api.js';
import { unique } from './given.js';
import { person, signedIn } from './people.js';
import type { TestService } from './service.js';

/** A user with credentials. */
export interface Somebody {
  id: number;
  api: Api;
}

/**
 * Creates a custom role.
 * @param permissions Names of permissions; a name can be followed by a blank and the only
 * environment.
 * @returns Its id.
 */
export async function role(
  service: TestService,
  type: 'root-custom' | 'custom',
  ...permissions: string[]
): Promise<number> {
  const [row] = await service.sql<{ id: number }>(
    'INSERT INTO role (name, type) VALUES ($1, $2) RETURNING id',
    [unique('role'), type],
  );
  for (const [permission, environment] of permissions.map((one) => one.split(' ')))
    await service.sql(
      'INSERT INTO role_permission (role_id, permission, environment) VALUES ($1, $2, $3)',
      [row!.id, permission, environment ?? null],
    );
  return row!.id;
}

/**
 * Creates a user with a root role, given by name or by the id of a custom role, and with roles in
 * projects, and signs in.
 */
export async function somebody(
  service: TestService,
  root: string | number,
  roles: Record<string, number> = {},
): Promise<Somebody> {
  const { id, username } = await person(service, {
    rootRole: typeof root === 'string' ? root : 'Viewer',
  });
  if (typeof root === 'number')
    await service.sql('UPDATE app_user SET root_role_id = $2 WHERE id = $1', [id, root]);
  for (const [project, roleId] of Object.entries(roles))
    await service.sql(
      'INSERT INTO project_user_role (project, user_id, role_id) VALUES ($1, $2, $3)',
      [project, id, roleId],
    );
  return { id, api: await signedIn(service, username) };
}
