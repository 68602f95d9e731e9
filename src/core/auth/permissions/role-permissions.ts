import { PERMISSIONS, type RolePermission } from '../../../platform/http/permission.js';
import type { RolesWith } from './role.sql.js';

/** Ids of the built-in roles, as in the reference. */
export const ADMIN_ROLE = 1;
export const EDITOR_ROLE = 2;
export const VIEWER_ROLE = 3;
export const OWNER_ROLE = 4;
export const MEMBER_ROLE = 5;

/** The built-in root roles. */
export const ROOT_ROLES = ['Admin', 'Editor', 'Viewer'] as const;

/** Permissions to work on features, all of which apply within a project. */
const FEATURE_WORK: readonly RolePermission[] = [
  'CREATE_FEATURE',
  'UPDATE_FEATURE',
  'DELETE_FEATURE',
  'MOVE_FEATURE_TOGGLE',
  'UPDATE_FEATURE_ENVIRONMENT',
  'UPDATE_FEATURE_DEPENDENCY',
  'CREATE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_STRATEGY',
  'DELETE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_VARIANTS',
  'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
  'UPDATE_PROJECT_SEGMENT',
  'CREATE_PROJECT_CONTEXT',
  'UPDATE_PROJECT_CONTEXT',
  'DELETE_PROJECT_CONTEXT',
  'APPROVE_CHANGE_REQUEST',
  'APPLY_CHANGE_REQUEST',
];

/**
 * Permissions of the built-in roles by id. A root role grants them in all open projects, a project
 * role in its project.
 */
export const BUILT_IN_ROLES: ReadonlyMap<number, readonly RolePermission[]> = new Map<
  number,
  readonly RolePermission[]
>([
  /** Means every permission. */
  [ADMIN_ROLE, ['ADMIN']],
  [
    EDITOR_ROLE,
    [
      ...FEATURE_WORK,
      'CREATE_PROJECT',
      'UPDATE_PROJECT',
      'READ_PROJECT_API_TOKEN',
      'READ_CLIENT_API_TOKEN',
      'READ_FRONTEND_API_TOKEN',
      'CREATE_TAG_TYPE',
      'UPDATE_TAG_TYPE',
      'DELETE_TAG_TYPE',
      'CREATE_SEGMENT',
      'UPDATE_SEGMENT',
      'DELETE_SEGMENT',
      'CREATE_CONTEXT_FIELD',
      'UPDATE_CONTEXT_FIELD',
      'DELETE_CONTEXT_FIELD',
      'CREATE_STRATEGY',
      'UPDATE_STRATEGY',
      'DELETE_STRATEGY',
      'CREATE_ADDON',
      'UPDATE_ADDON',
      'DELETE_ADDON',
      'UPDATE_APPLICATION',
      'RELEASE_PLAN_TEMPLATE_CREATE',
      'RELEASE_PLAN_TEMPLATE_UPDATE',
      'RELEASE_PLAN_TEMPLATE_DELETE',
    ],
  ],
  [VIEWER_ROLE, []],
  [OWNER_ROLE, PERMISSIONS.filter(({ reach }) => reach !== 'root').map(({ name }) => name)],
  [
    MEMBER_ROLE,
    [
      ...FEATURE_WORK,
      'CREATE_PROJECT_API_TOKEN',
      'READ_PROJECT_API_TOKEN',
      'DELETE_PROJECT_API_TOKEN',
      'PROJECT_USER_ACCESS_READ',
    ],
  ],
]);

/** The first ids are those of the root roles. */
const isRootRole = (id: number): boolean => id <= ROOT_ROLES.length;

/**
 * The built-in roles that grant everything; and the root roles, and the project roles, that grant
 * one of the permissions.
 */
export function builtInRolesWith(permissions: readonly RolePermission[]): RolesWith {
  const ids = [...BUILT_IN_ROLES]
    .filter(([, granted]) => granted.some((one) => permissions.includes(one)))
    .map(([id]) => id);
  return [[ADMIN_ROLE], ids.filter(isRootRole), ids.filter((id) => !isRootRole(id))];
}
