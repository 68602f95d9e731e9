import { ApiProperty } from '@nestjs/swagger';
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

/** Whether changes in an environment of a project require approvals. */
export class ApprovalConfigResponse {
  /** Name of the environment. */
  environment: string;
  /** Type of the environment, such as `production`. */
  type: string;
  /** Whether changes require approvals. */
  changeRequestEnabled: boolean;
  /** Number of required approvals, 1 to 10; null when none are required. */
  @ApiProperty({ type: 'integer' })
  requiredApprovals: number | null;
}
