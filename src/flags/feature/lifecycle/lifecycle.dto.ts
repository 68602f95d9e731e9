import { OneOf, Text } from '../../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../../platform/http/validation/unknown-keys.js';

/** The result of a feature. */
@RefuseUnknown()
export class CompleteFeatureDto {
  /** Whether the functionality was kept or discarded. */
  @OneOf(['kept', 'discarded'])
  status: 'kept' | 'discarded';
  /** Details of what was kept, such as the name of a variant. */
  @Text({ optional: true })
  statusValue?: string;
}
