import { Int } from '../../../platform/http/validation/shape.decorators.js';

/** The page of checkpoints to return: the newest, those before one, or those after one. */
export class CheckpointsQuery {
  /** Returns checkpoints with a lower index, newest first. */
  @Int({ optional: true, min: 1 })
  before?: number;
  /** Returns checkpoints with a higher index, oldest first; 0 for all. */
  @Int({ optional: true, min: 0 })
  after?: number;
  /** Number of checkpoints to return, 1 to 100; 50 by default. */
  @Int({ optional: true, min: 1, max: 100 })
  limit?: number;
}

/** The page of events of a checkpoint to return. */
export class CheckpointEventsQuery {
  /** Number of events to skip, in the order of the leaves; 0 by default. */
  @Int({ optional: true, min: 0, max: 100_000 })
  offset?: number;
  /** Number of events to return, 1 to 200; 100 by default. */
  @Int({ optional: true, min: 1, max: 200 })
  limit?: number;
}

/** The window of events to search. */
export class UnsealedEventsQuery {
  /** Searches events with a higher id; all by default, also those with negative ids. */
  @Int({ optional: true })
  afterId?: number;
}
