import { OneOf, Text } from '../../http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../http/validation/unknown-keys.js';

/** How a feature was completed. */
@RefuseUnknown()
export class CompleteFeatureDto {
  /** Whether what the feature switches was kept or discarded. */
  @OneOf(['kept', 'discarded'])
  status: 'kept' | 'discarded';
  /** Which form of it was kept, such as the name of a variant. */
  @Text({ optional: true })
  statusValue?: string;
}
