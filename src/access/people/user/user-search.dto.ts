import { PageQuery } from '../../../platform/http/validation/page-query.js';
import { Int, OneOf, Text } from '../../../platform/http/validation/shape.decorators.js';

/** What users can be sorted by. */
export const USER_SORT_KEYS = ['name', 'createdAt', 'seenAt'] as const;

/** A search for users, and the page of the result. */
export class UserSearchQuery extends PageQuery {
  /**
   * Part of a name, user name or e-mail address, ignoring letter case; empty for all users.
   */
  @Text({ optional: true, trim: true, max: 255 })
  query?: string;
  /**
   * Sort property; `createdAt` by default. Users without name are sorted by user name or address;
   * users who were never seen come last.
   */
  @OneOf(USER_SORT_KEYS, { optional: true })
  sortBy?: (typeof USER_SORT_KEYS)[number];
}

/** A search for those who can get access. Without any parameter, all are returned. */
export class AccountSearchQuery {
  /** Part of a name, user name, e-mail address or group name, ignoring letter case. */
  @Text({ optional: true, trim: true, max: 255 })
  query?: string;
  /** Number of users, and of groups, to return, 1 to 1000; 1000 by default. */
  @Int({ optional: true, min: 1, max: 1000 })
  limit?: number;
}
