import { Text } from '../../../platform/http/validation/shape.decorators.js';

/** The place of the permissions. */
export class PermissionPlaceDto {
  /** Id of the project; any project when omitted. */
  @Text({ optional: true })
  project?: string;
  /** Name of the environment; all environments of the project when omitted. */
  @Text({ optional: true })
  environment?: string;
}
