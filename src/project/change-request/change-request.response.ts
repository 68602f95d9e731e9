import { ApiProperty } from '@nestjs/swagger';

/** Change request configuration of a project environment. */
export class ChangeRequestConfigResponse {
  /** Name of the environment. */
  environment: string;
  /** Type of the environment, such as `production`. */
  type: string;
  /** Always false, because change requests are not supported. */
  @ApiProperty({ enum: [false] })
  changeRequestEnabled: boolean;
  /** Always null. */
  @ApiProperty({ type: 'integer' })
  requiredApprovals: number | null;
}
