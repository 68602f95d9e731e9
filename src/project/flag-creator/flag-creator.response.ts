import { ApiProperty } from '@nestjs/swagger';

/** Somebody who created features of a project. */
export class FlagCreatorResponse {
  /** Id of the user. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /**
   * Name of the user, or else the user name or the e-mail address; `unknown` for one who was
   * deleted.
   */
  name: string;
}
