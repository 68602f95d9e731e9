import { ApiProperty, PickType } from '@nestjs/swagger';
import { RoleResponse } from '../../../core/auth/permissions/role.response.js';

/** A user or service account. */
export class UserResponse {
  /** Id of the user; −42 for API tokens. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Deprecated; true for API tokens. */
  @ApiProperty({ deprecated: true })
  isAPI: boolean;
  /** `User` or `Service Account`; absent for API tokens. */
  accountType?: string;
  /** Name of the person, if set. */
  name?: string;
  /** User name, if set; can be used to sign in. */
  username?: string;
  /** E-mail address in lower case, if set; can be used to sign in. */
  email?: string;
  /** URL of the profile picture. */
  imageUrl: string;
  /** Last login or use of a personal token; null if never. */
  @ApiProperty({ format: 'date-time' })
  seenAt: string | null;
  /** Number of failed logins since the last successful one. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  loginAttempts: number;
  /** When the user was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Id in the directory (SCIM), if that manages the user; else null. */
  @ApiProperty({ type: String, nullable: true })
  scimId: string | null;
}

/** A user with their root role. */
export class UserAndRoleResponse extends UserResponse {
  /** Id of the root role; absent when there is none. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  rootRole?: number;
}

/** A user after a change. */
export class ChangedUserResponse extends UserResponse {
  /**
   * The root role: its name or id as the request named it, or else its id; absent when there is
   * none.
   */
  @ApiProperty({ oneOf: [{ type: 'integer' }, { type: 'string' }] })
  rootRole?: number | string;
}

/** A newly created user. */
export class CreatedUserResponse extends ChangedUserResponse {
  /**
   * The link through which the user sets a password; valid once and for a day. Only this response
   * contains it.
   */
  inviteLink: string;
  /**
   * Whether the mail server accepted the mail. Also false when the mail server is slow and may
   * accept it later.
   */
  emailSent: boolean;
}

/** A user in a list. */
export class ListedUserResponse extends UserAndRoleResponse {
  /** Always empty: password links are shown once, when they are created. */
  inviteLink: string;
}

/** A list of users. */
export class UsersResponse {
  /** The users, oldest first. */
  users: ListedUserResponse[];
  /** The root roles that a user can have. */
  rootRoles: RoleResponse[];
}

/** A user in short: what every signed-in user may see. */
export class BriefUserResponse {
  /** Id of the user. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** `User`, or `Service Account`. */
  accountType: string;
  /** Name of the person, if set. */
  name?: string;
  /** User name, if set; can be used to sign in. */
  username?: string;
  /** E-mail address, if set. */
  email?: string;
  /** URL of the profile picture. */
  imageUrl: string;
}

/** A user that was found by a name. */
export class FoundUserResponse extends BriefUserResponse {
  /** Deprecated; always false. */
  @ApiProperty({ deprecated: true })
  isAPI: boolean;
  /** Last login or use of a personal token; null if never. */
  @ApiProperty({ format: 'date-time' })
  seenAt: string | null;
  /** Id in the directory (SCIM), if that manages the user; else null. */
  @ApiProperty({ type: String, nullable: true })
  scimId: string | null;
}

/** A group in short. */
export class BriefGroupResponse {
  /** Id of the group. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name of the group. */
  name: string;
  /** Description; null for none. */
  description: string | null;
  /** Who created the group; null when unknown. */
  createdBy: string | null;
  /** When the group was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Number of members. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  userCount: number;
}

/** All users, service accounts and groups. */
export class UsersAndGroupsResponse {
  /** Users and service accounts, oldest first. */
  users: BriefUserResponse[];
  /** The groups, in alphabetical order. */
  groups: BriefGroupResponse[];
}

/** The number of users by kind. */
export class AdminCountResponse {
  /** Number of users with a password. */
  @ApiProperty({ type: 'integer' })
  password: number;
  /** Number of users without a password. */
  @ApiProperty({ type: 'integer' })
  noPassword: number;
  /** Number of service accounts. */
  @ApiProperty({ type: 'integer' })
  service: number;
}

/** A user without recent activity. */
export class InactiveUserResponse {
  /** Id of the user. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  id: number;
  /** Name of the person, if set. */
  name?: string;
  /** E-mail address, if set. */
  email?: string;
  /** User name, if set; can be used to sign in. */
  username?: string;
  /** Last login or use of a personal token; null if never. */
  @ApiProperty({ format: 'date-time' })
  seenAt: string | null;
  /** When the user was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Last use of a personal token of the user; null if never. */
  @ApiProperty({ format: 'date-time' })
  patSeenAt: string | null;
}

/** Users without activity in the last 180 days. */
export class InactiveUsersResponse {
  /** Always 1. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  version: number;
  /** The users, longest inactive first. */
  inactiveUsers: InactiveUserResponse[];
}

/** A page of users. */
export class UserSearchResponse {
  /** The users of the page. */
  users: UserAndRoleResponse[];
  /** Number of users that match. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}

/** A permission of the user. */
export class PermissionResponse {
  /** Name of the permission; `ADMIN` means all. */
  permission: string;
  /** Id of the project; absent for all projects. */
  project?: string;
  /** Name of the environment; absent for all environments. */
  environment?: string;
}

/** A feedback request of the reference's user interface. */
export class FeedbackResponse {
  /** Id of the user. */
  @ApiProperty({ type: 'integer' })
  userId?: number;
  /** Whether the user does not want to be asked again. */
  neverShow?: boolean;
  /** When the user answered; null if not. */
  @ApiProperty({ format: 'date-time' })
  given?: string | null;
  /** Id of the feedback request. */
  feedbackId?: string;
}

/** The calling user; admin tokens have a user of their own. */
export class OwnUserResponse extends UserResponse {
  /** Id of the user of admin tokens, for an admin token; absent for people. */
  @ApiProperty({ type: 'integer' })
  internalAdminTokenUserId?: number;
  /** `ADMIN`, for an admin token; absent for people. */
  permissions?: string[];
  /** `*` for all projects, for an admin token; absent for people. */
  projects?: string[];
  /** `*` for all environments, for an admin token; absent for people. */
  environment?: string;
  /** `admin`, for an admin token; absent for people. */
  type?: string;
}

/** Information about the caller. */
export class MeResponse {
  /** The user or service account. In a session, `seenAt` is from before it; null for the first. */
  user: OwnUserResponse;
  /**
   * The permissions of the user. Without `ADMIN`, everybody has
   * `RELEASE_PLAN_TEMPLATE_VIEW_OVERVIEW`, but for personal tokens with a scope.
   */
  permissions: PermissionResponse[];
  /** Feedback requests; always empty here. */
  feedback: FeedbackResponse[];
  /** Splash screens seen by the user, by name. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'boolean' } })
  splash: Record<string, boolean>;
  /** The columns of the list of features that the user chose; absent when none were chosen. */
  featureColumns?: string[];
  /** The language of mails to the user: `en`, `de` or `fr`; absent when none was chosen. */
  language?: string;
}

/** A group of the calling user. */
export class OwnGroupResponse extends PickType(BriefGroupResponse, ['id', 'name', 'description']) {}

/** The profile of the calling user. */
export class ProfileResponse {
  /** The root role. */
  rootRole: RoleResponse;
  /** Ids of the visible projects that are not archived, in alphabetical order. */
  projects: string[];
  /** The groups of the user, in alphabetical order. */
  groups: OwnGroupResponse[];
  /** Whether the user has a password here, which can be changed. */
  canChangePassword: boolean;
  /** Always empty: there are no mails to subscribe to. */
  subscriptions: string[];
  /** Always empty, as in the reference. */
  @ApiProperty({ type: 'array', items: { type: 'object' } })
  features: object[];
}
