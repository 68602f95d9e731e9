import { ApiProperty } from '@nestjs/swagger';

/** Whether changes in an environment of a project have to be approved. */
export class ChangeRequestConfigResponse {
  /** Name of the environment. */
  environment: string;
  /** Its type, like `production`. */
  type: string;
  /** Always false: this service has no change requests. */
  @ApiProperty({ enum: [false] })
  changeRequestEnabled: boolean;
  /** Always null. */
  @ApiProperty({ type: 'integer' })
  requiredApprovals: number | null;
}
