import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '../../../platform/http/validation/page-query.js';
import {
  Int,
  INT4_FROM_0,
  ListOf,
  OneOf,
  Part,
  Text,
  TextList,
} from '../../../platform/http/validation/shape.decorators.js';
import { RootRole } from '../user/user.dto.js';
import { BriefUserResponse } from '../user/user.response.js';

/** Refers to a user by id. */
export class UserRefDto {
  /** Id of the user or service account. */
  @Int(INT4_FROM_0)
  id: number;
}

/** A member of a group to create or change. */
export class GroupMemberDto {
  /** The user or service account. */
  @Part(() => UserRefDto)
  user: UserRefDto;
}

/** A group to create or change. */
export class GroupDto {
  /** Unique name, 1 to 255 characters. */
  @Text({ trim: true, min: 1, max: 255 })
  name: string;
  /** Description; null or empty for none. Unchanged when omitted from a change. */
  @Text({ optional: true, nullable: true, trim: true, max: 1000 })
  description?: string | null;
  /**
   * Names of groups at the identity provider whose members join this group when they sign in.
   * Unchanged when omitted from a change.
   */
  @TextList({ optional: true, max: 500 })
  mappingsSSO?: string[];
  /**
   * Id or name of a root role that all members get in addition to their own; null for none.
   * Unchanged when omitted from a change.
   */
  @RootRole({ optional: true, nullable: true })
  rootRole?: number | string | null;
  /**
   * All members of the group; an empty list removes everybody. Unchanged when omitted from a
   * change.
   */
  @ListOf(() => GroupMemberDto, { optional: true, max: 10_000 })
  users?: GroupMemberDto[];
}

/** A member of a group. */
export class GroupMemberResponse {
  /** When the member joined the group. */
  @ApiProperty({ format: 'date-time' })
  joinedAt: string;
  /** Who added the member; null when unknown. */
  createdBy: string | null;
  /** The user or service account. */
  user: BriefUserResponse;
}

/** A group without its members. */
export class BareGroupResponse {
  /** Id of the group. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name of the group. */
  name: string;
  /** Description; null for none. */
  description: string | null;
  /** Names of groups at the identity provider whose members join this group when they sign in. */
  mappingsSSO: string[];
  /** Id of the root role that all members get in addition to their own; null for none. */
  @ApiProperty({ type: 'integer' })
  rootRole: number | null;
  /** Who created the group; null when unknown. */
  createdBy: string | null;
  /** When the group was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Id in the directory (SCIM), if that manages the group; else null. */
  @ApiProperty({ type: String, nullable: true })
  scimId: string | null;
}

/** A group. */
export class GroupResponse extends BareGroupResponse {
  /** The members, in the order in which they joined. */
  users: GroupMemberResponse[];
  /** Ids of the projects in which the group has a role, in alphabetical order. */
  projects: string[];
  /** Number of members. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  userCount: number;
}

/** A list of groups. */
export class GroupsResponse {
  /** The groups, in alphabetical order. */
  groups: GroupResponse[];
}

/** What groups can be sorted by. */
export const GROUP_SORT_KEYS = ['name', 'createdAt'] as const;

/** A search for groups, and the page of the result. */
export class GroupSearchQuery extends PageQuery {
  /** Part of a name or description, ignoring letter case; empty for all groups. */
  @Text({ optional: true, trim: true, max: 255 })
  query?: string;
  /** Sort property; `name` by default. */
  @OneOf(GROUP_SORT_KEYS, { optional: true })
  sortBy?: (typeof GROUP_SORT_KEYS)[number];
}

/** A group that was found. */
export class FoundGroupResponse extends BareGroupResponse {
  /** The first members, in the order in which they joined, at most 5. */
  users: GroupMemberResponse[];
  /** Ids of the projects in which the group has a role, in alphabetical order. */
  projects: string[];
  /** Number of all members. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  userCount: number;
}

/** A page of groups. */
export class GroupSearchResponse {
  /** The groups of the page. */
  groups: FoundGroupResponse[];
  /** Number of groups that match. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}
