import { ApiProperty } from '@nestjs/swagger';
import { RoleResponse } from '../../auth/permissions/role.response.js';

/** A user: a person, or a service account. */
export class UserResponse {
  /** Id of the user; −42 for admin tokens. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Whether this stands for admin tokens rather than for somebody. Deprecated by the reference. */
  @ApiProperty({ deprecated: true })
  isAPI: boolean;
  /** `User`, or `Service Account`. Absent for admin tokens. */
  accountType?: string;
  /** Name of the person, where one is set. */
  name?: string;
  /** Name to sign in with, where one is set. */
  username?: string;
  /** E-mail address in lower case, where one is set; good to sign in with, too. */
  email?: string;
  /** Address of the profile picture. */
  imageUrl: string;
  /** When the user was last seen, by a login or a personal token; null when never. */
  @ApiProperty({ format: 'date-time' })
  seenAt: string | null;
  /** Failed logins since the last one that succeeded. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  loginAttempts: number;
  /** When the user was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Always null: users do not come from a directory service here. */
  @ApiProperty({ type: String, nullable: true })
  scimId: string | null;
}

/** A user with the root role. */
export class UserAndRoleResponse extends UserResponse {
  /** Id of the root role; absent for none. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  rootRole?: number;
}

/** A user who has just been created. */
export class CreatedUserResponse extends UserAndRoleResponse {
  /**
   * Where the user chooses a password, once and within a day. This answer is the only one that ever
   * shows it.
   */
  inviteLink: string;
  /**
   * Whether the link went to the user by e-mail. false too when the mail server is slow and may
   * take the mail later.
   */
  emailSent: boolean;
}

/** Some users. */
export class UsersResponse {
  /** The users, in the order of their creation. */
  users: UserAndRoleResponse[];
  /** The root roles that a user can have. */
  rootRoles: RoleResponse[];
}

/** A user in short: what everybody may know who is signed in. */
export class BriefUserResponse {
  /** Id of the user. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** `User`, or `Service Account`. */
  accountType: string;
  /** Name of the person, where one is set. */
  name?: string;
  /** Name to sign in with, where one is set. */
  username?: string;
  /** E-mail address, where one is set. */
  email?: string;
  /** Address of the profile picture. */
  imageUrl: string;
}

/** Users who were searched for. */
export class FoundUsersResponse {
  /** The users, in the order of their creation. */
  users: BriefUserResponse[];
}

/** A group, in short. */
export class BriefGroupResponse {
  /** Id of the group. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name of the group. */
  name: string;
  /** What the group is for; null when not told. */
  description: string | null;
  /** Who created the group; null when unknown. */
  createdBy: string | null;
  /** When the group was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** How many members it has. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  userCount: number;
}

/** All who can be given access to something. */
export class UsersAndGroupsResponse {
  /** The users and service accounts, in the order of their creation. */
  users: BriefUserResponse[];
  /** The groups, in alphabetical order. */
  groups: BriefGroupResponse[];
}

/** How many administrators there are. */
export class AdminCountResponse {
  /** Users with a password. */
  @ApiProperty({ type: 'integer' })
  password: number;
  /** Users without a password. */
  @ApiProperty({ type: 'integer' })
  noPassword: number;
  /** Service accounts. */
  @ApiProperty({ type: 'integer' })
  service: number;
}

/** A user who has not been seen for long. */
export class InactiveUserResponse {
  /** Id of the user. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  id: number;
  /** Name of the person, where one is set. */
  name?: string;
  /** E-mail address, where one is set. */
  email?: string;
  /** Name to sign in with, where one is set. */
  username?: string;
  /** When the user was last seen, by a login or a personal token; null when never. */
  @ApiProperty({ format: 'date-time' })
  seenAt: string | null;
  /** When the user was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** When a personal token of the user was last used; null when never. */
  @ApiProperty({ format: 'date-time' })
  patSeenAt: string | null;
}

/** The users who have not been seen for 180 days. */
export class InactiveUsersResponse {
  /** Always 1. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  version: number;
  /** The users, those longest away first. */
  inactiveUsers: InactiveUserResponse[];
}
