import { PageQuery } from '../../../platform/http/validation/page-query.js';
import { OneOf, Text } from '../../../platform/http/validation/shape.decorators.js';

/** What segments can be sorted by. */
export const SEGMENT_SORT_KEYS = ['name', 'createdAt'] as const;

/** A search for segments, and the page of the result. */
export class SegmentSearchQuery extends PageQuery {
  /**
   * Part of a name, description or id of a project, ignoring letter case; empty for all segments.
   */
  @Text({ optional: true, trim: true, max: 255 })
  query?: string;
  /** Sort property; `name` by default. */
  @OneOf(SEGMENT_SORT_KEYS, { optional: true })
  sortBy?: (typeof SEGMENT_SORT_KEYS)[number];
}
