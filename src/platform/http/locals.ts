import type { FollowCaller } from './event-stream.js';
import type { Failure } from './precondition-failed.js';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- Express declares it so.
  namespace Express {
    /** What is known of a response while it is prepared. */
    interface Locals {
      /** Whether the request is measured; a 412 routes it a second time. */
      isObserved?: boolean;
      /** Whether the response goes on for long, so that its duration is not a response time. */
      isStream?: boolean;
      /** Follows whether the caller keeps access, for operations that stream or wait. */
      followCaller?: FollowCaller;
      /** Id of the error that is logged, if it was an unexpected one. */
      errorId?: string;
      /** Tag of the version of the object that is sent. */
      version?: string | undefined;
      /** Whether `If-None-Match: *` makes a taken name a failed precondition. */
      mustCreate?: boolean;
      /** The precondition that has failed, while the present state is read for its response. */
      failure?: Failure;
    }
  }
}
