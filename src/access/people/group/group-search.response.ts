import { ApiProperty } from '@nestjs/swagger';
import { BareGroupResponse, GroupMemberResponse } from './group.response.js';

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
