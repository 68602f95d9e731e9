import { Flag, Int } from '../../../platform/http/validation/shape.decorators.js';

/** Whether changes in an environment of a project require approvals. */
export class ApprovalConfigDto {
  /** Whether changes require approvals. */
  @Flag()
  changeRequestsEnabled: boolean;
  /**
   * Number of required approvals, 1 to 10; ignored when approvals are not required. When omitted,
   * the number stays, or is 1.
   */
  @Int({ optional: true, nullable: true, min: 0, max: 10 })
  requiredApprovals?: number | null;
}
