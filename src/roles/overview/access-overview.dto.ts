import { Text } from '../../http/validation/shape.decorators.js';

/** Where it is asked what somebody may do. */
export class PermissionPlaceDto {
  /** Id of the project; left out: in any project. */
  @Text({ optional: true })
  project?: string;
  /** Name of the environment; left out: in all environments of the project. */
  @Text({ optional: true })
  environment?: string;
}
