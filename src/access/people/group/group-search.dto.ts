import { PageQuery } from '../../../platform/http/validation/page-query.js';
import { OneOf, Text } from '../../../platform/http/validation/shape.decorators.js';

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
