import { Flag, Int } from '../../http/validation/shape.decorators.js';

/** Whether changes in an environment of a project have to be approved. */
export class ChangeRequestConfigDto {
  /** Must be false: this service has no change requests. */
  @Flag()
  changeRequestsEnabled: boolean;
  /** How many approvals a change would need; without meaning while there are no change requests. */
  @Int({ optional: true, nullable: true, min: 0, max: 100 })
  requiredApprovals?: number | null;
}
