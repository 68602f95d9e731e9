import type { Added, Changed, Entries, InProject, Kind, Removed } from './event-kind.js';

/** A role with its permissions. */
export interface RolePayload {
  id: number;
  name: string;
  description: string;
  type: string;
  permissions: object[];
}

/** A group with the ids of its members. */
export interface GroupPayload {
  id: number;
  name: string;
  description: string | null;
  mappingsSSO: string[];
  rootRole: number | null;
  users: number[];
}

/** A member of a group. */
interface MembershipPayload {
  groupId: number;
  userId: number;
}

/** Roles that were given to users and groups; `added` are the assignments that were new. */
interface AddedAccessPayload extends Record<'roles' | 'users' | 'groups', number[]> {
  added?: ProjectAccessPayload['roles'];
}

/** Role assignments of a project. */
export interface ProjectAccessPayload {
  roles: { id: number; users: number[]; groups: number[] }[];
}

/** The roles of a user in a project. */
interface UserRolesPayload {
  userId: number;
  roles: number[];
}

/** The roles of a group in a project. */
interface GroupRolesPayload {
  groupId: number;
  roles: number[];
}

/** From which IP addresses a project can be reached; empty for all. */
interface ProjectAddressesPayload {
  allowedAddresses: string[];
}

/** A role that somebody asked for in a project. */
export interface AccessRequestPayload {
  id: number;
  userId: number;
  user: string;
  roleId: number;
  role: string;
  /** The only environment that it is for; null for the whole role. */
  environment: string | null;
  minutes: number;
  reason: string;
  isEmergency: boolean;
  /** What whoever decided said; absent for nothing. */
  comment?: string;
  /** When the role ends by itself; absent if it was never given. */
  expiresAt?: string;
}

/** The end of a role that somebody had for a time. */
interface EndedAccessPayload extends AccessRequestPayload {
  why: 'expired' | 'returned' | 'revoked' | 'account deleted';
}

/** A setting of the instance, without secrets; its other properties differ by setting. */
interface SettingPayload {
  id: string;
}

/**
 * Events about roles, groups, access to projects, and settings of sign-in; they record the IP
 * address of the request.
 */
export type GrantEvent =
  | Kind<'role-created', unknown, Added<RolePayload>>
  | Kind<'role-updated', unknown, Changed<RolePayload>>
  | Kind<'role-deleted', unknown, Removed<RolePayload>>
  | Kind<'group-created', unknown, Added<GroupPayload>>
  | Kind<'group-updated', unknown, Changed<GroupPayload>>
  | Kind<'group-deleted', unknown, Removed<GroupPayload>>
  | Kind<'group-user-added', unknown, Added<MembershipPayload>>
  | Kind<'group-user-removed', unknown, Removed<MembershipPayload>>
  | Kind<'project-access-added', InProject, Added<AddedAccessPayload>>
  | Kind<'project-access-updated', InProject, Changed<ProjectAccessPayload>>
  | Kind<'project-access-user-roles-updated', InProject, Changed<UserRolesPayload>>
  | Kind<'project-access-user-roles-deleted', InProject, Removed<UserRolesPayload>>
  | Kind<'project-access-group-roles-updated', InProject, Changed<GroupRolesPayload>>
  | Kind<'project-access-group-roles-deleted', InProject, Removed<GroupRolesPayload>>
  | Kind<'project-access-addresses-updated', InProject, Changed<ProjectAddressesPayload>>
  | Kind<
      | 'access-request-created'
      | 'access-request-approved'
      | 'access-request-denied'
      | 'access-request-withdrawn',
      InProject,
      Added<AccessRequestPayload>
    >
  | Kind<'access-request-ended', InProject, Added<EndedAccessPayload>>
  | Kind<'setting-created', unknown, Added<SettingPayload>>
  | Kind<'setting-updated', unknown, Changed<SettingPayload>>;

const ADMIN = { anyOf: ['ADMIN'] } as const;
const ROLES = { anyOf: ['READ_ROLE', 'UPDATE_ROLE'] } as const;
const SETTINGS = { anyOf: ['UPDATE_AUTH_CONFIGURATION'] } as const;
const PROJECT_ACCESS = {
  inProject: ['PROJECT_USER_ACCESS_READ', 'PROJECT_USER_ACCESS_WRITE'],
} as const;

/** What holds for them. */
export const GRANT_EVENTS = {
  'role-created': [ROLES, 'nothing'],
  'role-updated': [ROLES, 'nothing'],
  'role-deleted': [ROLES, 'nothing'],
  'group-created': [ADMIN, 'nothing'],
  'group-updated': [ADMIN, 'nothing'],
  'group-deleted': [ADMIN, 'nothing'],
  'group-user-added': [ADMIN, 'nothing'],
  'group-user-removed': [ADMIN, 'nothing'],
  'project-access-added': [PROJECT_ACCESS, 'nothing'],
  'project-access-updated': [PROJECT_ACCESS, 'nothing'],
  'project-access-user-roles-updated': [PROJECT_ACCESS, 'nothing'],
  'project-access-user-roles-deleted': [PROJECT_ACCESS, 'nothing'],
  'project-access-group-roles-updated': [PROJECT_ACCESS, 'nothing'],
  'project-access-group-roles-deleted': [PROJECT_ACCESS, 'nothing'],
  'project-access-addresses-updated': [
    PROJECT_ACCESS,
    'nothing',
    'Set the addresses of the project again instead.',
  ],
  'access-request-created': [PROJECT_ACCESS, 'nothing', 'Withdraw the request instead.'],
  'access-request-approved': [PROJECT_ACCESS, 'nothing', 'End the access instead.'],
  'access-request-denied': [PROJECT_ACCESS, 'nothing', 'Ask again instead.'],
  'access-request-withdrawn': [PROJECT_ACCESS, 'nothing', 'Ask again instead.'],
  'access-request-ended': [PROJECT_ACCESS, 'nothing', 'Ask again instead.'],
  'setting-created': [SETTINGS, 'nothing'],
  'setting-updated': [SETTINGS, 'nothing'],
} as const satisfies Entries<GrantEvent, 'nothing'>;
