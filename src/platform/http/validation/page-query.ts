import { OneOf, Within } from './shape.decorators.js';

/** The page of the result of a search. */
export class PageQuery {
  /** Number of results to skip. 0 by default. */
  @Within({ min: 0, max: 1_000_000, preset: 0 })
  offset: number = 0;
  /** Number of results to return, 1 to 1000; 50 by default. */
  @Within({ min: 1, max: 1_000, preset: 50 })
  limit: number = 50;
  /** Sort direction; `asc` by default. */
  @OneOf(['asc', 'desc'], { optional: true })
  sortOrder?: 'asc' | 'desc';
}

/** SQL of the direction in which a result is sorted. */
export function directionOf({ sortOrder }: Pick<PageQuery, 'sortOrder'>): 'ASC' | 'DESC' {
  return sortOrder === 'desc' ? 'DESC' : 'ASC';
}
