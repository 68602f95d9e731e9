import type { Permission } from '../../http/permission.js';

/** The roles that a user can have in the whole instance. */
export const ROOT_ROLES = ['Admin', 'Editor', 'Viewer'] as const;
export type RootRole = (typeof ROOT_ROLES)[number];

/**
 * What each root role may do, in all projects and environments, besides what everybody who is signed in may (`NONE`). Whatever is not listed is
 * refused: people, API tokens, projects, environments and the instance itself are for administrators alone.
 */
export const ROLE_PERMISSIONS: Readonly<Record<RootRole, readonly Permission[]>> = {
  /** Stands for every permission. */
  Admin: ['ADMIN'],
  Editor: [
    'CREATE_FEATURE',
    'UPDATE_FEATURE',
    'DELETE_FEATURE',
    'UPDATE_FEATURE_ENVIRONMENT',
    'UPDATE_FEATURE_DEPENDENCY',
    'CREATE_FEATURE_STRATEGY',
    'UPDATE_FEATURE_STRATEGY',
    'DELETE_FEATURE_STRATEGY',
    'UPDATE_FEATURE_VARIANTS',
    'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
    'CREATE_TAG_TYPE',
    'UPDATE_TAG_TYPE',
    'DELETE_TAG_TYPE',
    'CREATE_SEGMENT',
    'UPDATE_SEGMENT',
    'DELETE_SEGMENT',
    'UPDATE_PROJECT_SEGMENT',
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
  ],
  Viewer: [],
};

/** What somebody may do who has this role; nothing without a role that is known. */
export function permissionsOf(role: string | null): readonly Permission[] {
  return ROLE_PERMISSIONS[role as RootRole] ?? [];
}
