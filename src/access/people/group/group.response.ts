import { ApiProperty } from '@nestjs/swagger';
import { BriefUserResponse } from '../user/user.response.js';

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
  /** Always null, because SCIM is not supported. */
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
