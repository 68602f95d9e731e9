import { ApiProperty } from '@nestjs/swagger';

/** That all is well. */
export class HealthResponse {
  /** `GOOD`. */
  @ApiProperty({ enum: ['GOOD'] })
  health: string;
}
