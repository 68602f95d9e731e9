import { ApiProperty } from '@nestjs/swagger';

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
