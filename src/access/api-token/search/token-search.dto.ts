import { PageQuery } from '../../../platform/http/validation/page-query.js';
import { OneOf, Text } from '../../../platform/http/validation/shape.decorators.js';

/** What API tokens can be sorted by. */
export const TOKEN_SORT_KEYS = ['name', 'createdAt', 'seenAt', 'expiresAt'] as const;

/** A search for API tokens, and the page of the result. */
export class TokenSearchQuery extends PageQuery {
  /**
   * Part of a name, type, environment or id of a project, ignoring letter case; empty for all
   * tokens.
   */
  @Text({ optional: true, trim: true, max: 255 })
  query?: string;
  /**
   * Sort property; `createdAt` by default. Tokens that were never used, or do not expire, come
   * last.
   */
  @OneOf(TOKEN_SORT_KEYS, { optional: true })
  sortBy?: (typeof TOKEN_SORT_KEYS)[number];
}
