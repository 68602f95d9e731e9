import { ApiProperty } from '@nestjs/swagger';
import { UserAndRoleResponse } from './user.response.js';

/** A page of users. */
export class UserSearchResponse {
  /** The users of the page. */
  users: UserAndRoleResponse[];
  /** Number of users that match. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
}
