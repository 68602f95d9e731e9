import { TOKEN_KINDS, TOKEN_TYPES, type TokenType } from '../config/config.js';

/** Scope of a permission: the whole instance, a project, or one environment of a project. */
export type PermissionReach = 'root' | 'project' | 'environment';

/**
 * Permissions that roles can contain: the reference's name, an immutable number, the scope, and a
 * short description. Every one is used by a route or service; append new ones at the end. Those of
 * the kinds of tokens are derived from these.
 */
const ENTRIES = [
  [1, 'ADMIN', 'root', 'Everything'],
  [2, 'CREATE_PROJECT', 'root', 'Create projects'],
  [3, 'UPDATE_PROJECT', 'project', 'Change the project, its settings and its environments'],
  [4, 'DELETE_PROJECT', 'project', 'Archive and delete the project'],
  [5, 'CREATE_FEATURE', 'project', 'Create features'],
  [6, 'UPDATE_FEATURE', 'project', 'Change features and their tags'],
  [7, 'DELETE_FEATURE', 'project', 'Archive and delete features'],
  [8, 'UPDATE_FEATURE_ENVIRONMENT', 'environment', 'Turn features on and off'],
  [9, 'UPDATE_FEATURE_DEPENDENCY', 'project', 'Change dependencies between features'],
  [10, 'CREATE_FEATURE_STRATEGY', 'environment', 'Add strategies'],
  [11, 'UPDATE_FEATURE_STRATEGY', 'environment', 'Change strategies'],
  [12, 'DELETE_FEATURE_STRATEGY', 'environment', 'Remove strategies'],
  [13, 'UPDATE_FEATURE_VARIANTS', 'project', 'Change the variants of features in all environments'],
  [14, 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS', 'environment', 'Change variants'],
  [15, 'UPDATE_APPLICATION', 'root', 'Change and delete applications'],
  [16, 'CREATE_TAG_TYPE', 'root', 'Create tag types'],
  [17, 'UPDATE_TAG_TYPE', 'root', 'Change tag types'],
  [18, 'DELETE_TAG_TYPE', 'root', 'Delete tag types'],
  [27, 'CREATE_PROJECT_API_TOKEN', 'project', 'Create tokens of the project'],
  [28, 'READ_PROJECT_API_TOKEN', 'project', 'Read tokens of the project'],
  [29, 'DELETE_PROJECT_API_TOKEN', 'project', 'Delete tokens of the project'],
  [30, 'CREATE_ENVIRONMENT', 'root', 'Create environments'],
  [31, 'UPDATE_ENVIRONMENT', 'root', 'Change environments'],
  [32, 'DELETE_ENVIRONMENT', 'root', 'Delete environments'],
  [33, 'UPDATE_PROJECT_SEGMENT', 'project', 'Create, change and delete segments of the project'],
  [34, 'CREATE_SEGMENT', 'root', 'Create segments'],
  [35, 'UPDATE_SEGMENT', 'root', 'Change segments'],
  [36, 'DELETE_SEGMENT', 'root', 'Delete segments'],
  [37, 'CREATE_CONTEXT_FIELD', 'root', 'Create context fields'],
  [38, 'UPDATE_CONTEXT_FIELD', 'root', 'Change context fields'],
  [39, 'DELETE_CONTEXT_FIELD', 'root', 'Delete context fields'],
  [40, 'CREATE_STRATEGY', 'root', 'Create strategy definitions'],
  [41, 'UPDATE_STRATEGY', 'root', 'Change strategy definitions'],
  [42, 'DELETE_STRATEGY', 'root', 'Delete strategy definitions'],
  [43, 'CREATE_ADDON', 'root', 'Create addons'],
  [44, 'UPDATE_ADDON', 'root', 'Change addons'],
  [45, 'DELETE_ADDON', 'root', 'Delete addons'],
  [46, 'DISABLE_FEATURE_ENVIRONMENT', 'environment', 'Turn features off, but not on'],
  [48, 'PROJECT_USER_ACCESS_READ', 'project', 'Read the roles of users and groups in the project'],
  [
    49,
    'PROJECT_USER_ACCESS_WRITE',
    'project',
    'Change the roles of users and groups in the project',
  ],
  [50, 'PROJECT_DEFAULT_STRATEGY_WRITE', 'environment', 'Change the default strategy'],
  [51, 'READ_ROLE', 'root', 'Read roles'],
  [52, 'UPDATE_ROLE', 'root', 'Create, change and delete roles'],
  [53, 'UPDATE_AUTH_CONFIGURATION', 'root', 'Change the sign-in settings'],
  [54, 'READ_LOGS', 'root', 'Read the whole audit log, including logins'],
  [55, 'APPROVE_CHANGE_REQUEST', 'environment', 'Approve and reject change requests'],
  [56, 'APPLY_CHANGE_REQUEST', 'environment', 'Apply approved change requests'],
  [
    57,
    'SKIP_CHANGE_REQUEST',
    'environment',
    'Turn features off at once, with a reason, also where changes require approvals',
  ],
  [58, 'RELEASE_PLAN_TEMPLATE_CREATE', 'root', 'Create templates of release plans'],
  [59, 'RELEASE_PLAN_TEMPLATE_UPDATE', 'root', 'Change templates of release plans'],
  [60, 'RELEASE_PLAN_TEMPLATE_DELETE', 'root', 'Archive and delete templates of release plans'],
  [61, 'MOVE_FEATURE_TOGGLE', 'project', 'Move features to and from other projects'],
  [62, 'CREATE_PROJECT_CONTEXT', 'project', 'Create context fields of the project'],
  [63, 'UPDATE_PROJECT_CONTEXT', 'project', 'Change context fields of the project'],
  [64, 'DELETE_PROJECT_CONTEXT', 'project', 'Delete context fields of the project'],
  [65, 'UPDATE_MAINTENANCE_MODE', 'root', 'Turn maintenance mode on and off'],
  [66, 'UPDATE_CORS', 'root', 'Change the origins whose pages may call the frontend API'],
  [67, 'UPDATE_INSTANCE_BANNERS', 'root', 'Create, change and delete banners'],
] as const satisfies readonly (readonly [number, string, PermissionReach, string])[];

/** What can be done with API tokens, in the order of the numbers. */
const TOKEN_ACTIONS = { CREATE: 'Create', READ: 'Read', UPDATE: 'Change', DELETE: 'Delete' };
export type TokenAction = keyof typeof TOKEN_ACTIONS;

/** A kind of tokens that not only administrators manage. */
type ManagedType = Exclude<TokenType, 'admin'>;
type TokenPermission = `${TokenAction}_${Uppercase<ManagedType>}_API_TOKEN`;

/** A permission that a role can contain. */
export type RolePermission = (typeof ENTRIES)[number][1] | TokenPermission;

/** The permission for an action on tokens of a kind. */
export function tokenPermission(action: TokenAction, type: ManagedType): TokenPermission {
  return `${action}_${type.toUpperCase() as Uppercase<ManagedType>}_API_TOKEN`;
}

/**
 * The permission that a route requires. Besides those of roles: `NONE` for everybody who is signed
 * in, `PUBLIC` for everybody, and `CLIENT` and such for tokens of this type.
 */
export type Permission = 'PUBLIC' | 'NONE' | Uppercase<ManagedType> | RolePermission;

/** A permission as offered for roles. */
export interface PermissionEntry {
  readonly id: number;
  readonly name: RolePermission;
  readonly reach: PermissionReach;
  readonly displayName: string;
}

const TOKEN_ENTRIES = TOKEN_TYPES.flatMap((type): PermissionEntry[] => {
  if (type === 'admin') return [];
  return Object.entries(TOKEN_ACTIONS).map(([action, does], index) => ({
    id: TOKEN_KINDS[type].firstPermission + index,
    name: tokenPermission(action as TokenAction, type),
    reach: 'root',
    displayName: `${does} ${type} tokens`,
  }));
});

/** All permissions that a role can contain. */
export const PERMISSIONS: readonly PermissionEntry[] = [
  ...ENTRIES.map(([id, name, reach, displayName]) => ({ id, name, reach, displayName })),
  ...TOKEN_ENTRIES,
].sort((a, b) => a.id - b.id);
