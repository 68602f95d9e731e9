import { ApiProperty } from '@nestjs/swagger';
import { BriefUserResponse } from '../user/user.response.js';

/** Somebody in a group. */
export class GroupMemberResponse {
  /** When they came into the group. */
  @ApiProperty({ format: 'date-time' })
  joinedAt: string;
  /** Who put them there; null when unknown. */
  createdBy: string | null;
  /** Who it is. */
  user: BriefUserResponse;
}

/** A group, without its members. */
export class BareGroupResponse {
  /** Id of the group. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name of the group. */
  name: string;
  /** What the group is for; null when not told. */
  description: string | null;
  /**
   * Names of groups at the identity provider whose members become members here when they sign in.
   */
  mappingsSSO: string[];
  /** Id of the root role that all members have besides their own; null for none. */
  @ApiProperty({ type: 'integer' })
  rootRole: number | null;
  /** Who created the group; null when unknown. */
  createdBy: string | null;
  /** When the group was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Always null: groups do not come from a directory service here. */
  @ApiProperty({ type: String, nullable: true })
  scimId: string | null;
}

/** A group. */
export class GroupResponse extends BareGroupResponse {
  /** Its members, in the order in which they came. */
  users: GroupMemberResponse[];
  /** Ids of the projects in which it has a role, in alphabetical order. */
  projects: string[];
  /** How many members it has. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  userCount: number;
}

/** Some groups. */
export class GroupsResponse {
  /** The groups, in alphabetical order. */
  groups: GroupResponse[];
}
