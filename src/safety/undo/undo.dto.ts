import { OneOf } from '../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../platform/http/validation/unknown-keys.js';

/** What is undone: one event, or all events of its request. */
export type UndoScope = 'event' | 'change';

/** How much to undo. */
@RefuseUnknown()
export class UndoQuery {
  /**
   * `event`, the default, undoes this event only. `change` undoes all events that were recorded in
   * the same transaction, such as those of a bulk operation; at most 1,000.
   */
  @OneOf(['event', 'change'], { optional: true })
  scope?: UndoScope;
}
