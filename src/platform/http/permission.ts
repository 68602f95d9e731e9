import { TOKEN_KINDS, TOKEN_TYPES, type TokenType } from '../config/config.js';

/** Scope of a permission: the whole instance, a project, or one environment of a project. */
export type PermissionReach = 'root' | 'project' | 'environment';

/**
 * Permissions that roles can contain: the reference's name, an immutable number, the scope, and a
 * short description. Those of the reference have its descriptions and its order, and others follow
 * them, unless they mean something else here. Every one is used by a route or service. Those of the
 * kinds of tokens are derived.
 */
const ENTRIES = [
  [1, 'ADMIN', 'root', 'Admin'],
  [40, 'CREATE_STRATEGY', 'root', 'Create activation strategies'],
  [43, 'CREATE_ADDON', 'root', 'Create addons'],
  [45, 'DELETE_ADDON', 'root', 'Delete addons'],
  [44, 'UPDATE_ADDON', 'root', 'Update addons'],
  [15, 'UPDATE_APPLICATION', 'root', 'Update applications'],
  [17, 'UPDATE_TAG_TYPE', 'root', 'Update tag types'],
  [18, 'DELETE_TAG_TYPE', 'root', 'Delete tag types'],
  [2, 'CREATE_PROJECT', 'root', 'Create projects'],
  [41, 'UPDATE_STRATEGY', 'root', 'Update strategies'],
  [42, 'DELETE_STRATEGY', 'root', 'Delete strategies'],
  [38, 'UPDATE_CONTEXT_FIELD', 'root', 'Update context fields'],
  [37, 'CREATE_CONTEXT_FIELD', 'root', 'Create context fields'],
  [39, 'DELETE_CONTEXT_FIELD', 'root', 'Delete context fields'],
  [51, 'READ_ROLE', 'root', 'Read roles'],
  [34, 'CREATE_SEGMENT', 'root', 'Create segments'],
  [35, 'UPDATE_SEGMENT', 'root', 'Edit segments'],
  [36, 'DELETE_SEGMENT', 'root', 'Delete segments'],
  [16, 'CREATE_TAG_TYPE', 'root', 'Create tag types'],
  [58, 'RELEASE_PLAN_TEMPLATE_CREATE', 'root', 'Create release plan template'],
  [59, 'RELEASE_PLAN_TEMPLATE_UPDATE', 'root', 'Update release plan template'],
  [60, 'RELEASE_PLAN_TEMPLATE_DELETE', 'root', 'Delete release plan template'],
  [65, 'UPDATE_MAINTENANCE_MODE', 'root', 'Change maintenance mode state'],
  [67, 'UPDATE_INSTANCE_BANNERS', 'root', 'Change instance banners'],
  [53, 'UPDATE_AUTH_CONFIGURATION', 'root', 'Change authentication settings (SSO)'],
  [54, 'READ_LOGS', 'root', 'Read instance logs and login history'],
  [66, 'UPDATE_CORS', 'root', 'Update CORS settings'],
  [30, 'CREATE_ENVIRONMENT', 'root', 'Create environments'],
  [31, 'UPDATE_ENVIRONMENT', 'root', 'Change environments'],
  [32, 'DELETE_ENVIRONMENT', 'root', 'Delete environments'],
  [52, 'UPDATE_ROLE', 'root', 'Create, change and delete roles'],
  [3, 'UPDATE_PROJECT', 'project', 'Update project'],
  [4, 'DELETE_PROJECT', 'project', 'Delete project'],
  [13, 'UPDATE_FEATURE_VARIANTS', 'project', 'Create/edit variants'],
  [28, 'READ_PROJECT_API_TOKEN', 'project', 'Read api tokens for a specific project'],
  [27, 'CREATE_PROJECT_API_TOKEN', 'project', 'Create api tokens for a specific project'],
  [29, 'DELETE_PROJECT_API_TOKEN', 'project', 'Delete api tokens for a specific project'],
  [33, 'UPDATE_PROJECT_SEGMENT', 'project', 'Create/edit project segment'],
  [5, 'CREATE_FEATURE', 'project', 'Create feature flags'],
  [6, 'UPDATE_FEATURE', 'project', 'Update feature flags'],
  [7, 'DELETE_FEATURE', 'project', 'Delete feature flags'],
  [61, 'MOVE_FEATURE_TOGGLE', 'project', 'Change feature flag project'],
  [9, 'UPDATE_FEATURE_DEPENDENCY', 'project', 'Update feature dependency'],
  [48, 'PROJECT_USER_ACCESS_READ', 'project', 'View only access to Project User Access'],
  [49, 'PROJECT_USER_ACCESS_WRITE', 'project', 'Write access to Project User Access'],
  [62, 'CREATE_PROJECT_CONTEXT', 'project', 'Create context fields of the project'],
  [63, 'UPDATE_PROJECT_CONTEXT', 'project', 'Change context fields of the project'],
  [64, 'DELETE_PROJECT_CONTEXT', 'project', 'Delete context fields of the project'],
  [10, 'CREATE_FEATURE_STRATEGY', 'environment', 'Create activation strategies'],
  [11, 'UPDATE_FEATURE_STRATEGY', 'environment', 'Update activation strategies'],
  [12, 'DELETE_FEATURE_STRATEGY', 'environment', 'Delete activation strategies'],
  [14, 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS', 'environment', 'Update variants'],
  [56, 'APPLY_CHANGE_REQUEST', 'environment', 'Apply change requests'],
  [
    57,
    'SKIP_CHANGE_REQUEST',
    'environment',
    'Turn features off at once, with a reason, also where changes require approvals',
  ],
  [55, 'APPROVE_CHANGE_REQUEST', 'environment', 'Approve/Reject change requests'],
  [8, 'UPDATE_FEATURE_ENVIRONMENT', 'environment', 'Enable/disable flags'],
  [46, 'DISABLE_FEATURE_ENVIRONMENT', 'environment', 'Turn features off, but not on'],
  [50, 'PROJECT_DEFAULT_STRATEGY_WRITE', 'environment', 'Change the default strategy'],
] as const satisfies readonly (readonly [number, string, PermissionReach, string])[];

/** What can be done with API tokens, in the reference's order, and the offsets of the numbers. */
const TOKEN_ACTIONS = { CREATE: 0, UPDATE: 2, DELETE: 3, READ: 1 };
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
  return Object.entries(TOKEN_ACTIONS).map(([action, offset]) => ({
    id: TOKEN_KINDS[type].firstPermission + offset,
    name: tokenPermission(action as TokenAction, type),
    reach: 'root',
    displayName: `${action[0]}${action.slice(1).toLowerCase()} ${type.toUpperCase()} API tokens`,
  }));
});

const ROLE_ENTRIES = ENTRIES.map(([id, name, reach, displayName]): PermissionEntry => ({
  ...{ id, name, reach, displayName },
}));
const TOKENS_AT = ROLE_ENTRIES.findIndex(({ name }) => name === 'CREATE_TAG_TYPE');

/** All permissions that a role can contain, in the order in which they are listed. */
export const PERMISSIONS: readonly PermissionEntry[] = [
  ...ROLE_ENTRIES.slice(0, TOKENS_AT),
  ...TOKEN_ENTRIES,
  ...ROLE_ENTRIES.slice(TOKENS_AT),
];
