import { Flag, Int } from '../../http/validation/shape.decorators.js';

/** Change request configuration of a project environment. */
export class ChangeRequestConfigDto {
  /** Must be false, because change requests are not supported. */
  @Flag()
  changeRequestsEnabled: boolean;
  /** Number of required approvals; ignored because change requests are off. */
  @Int({ optional: true, nullable: true, min: 0, max: 100 })
  requiredApprovals?: number | null;
}
