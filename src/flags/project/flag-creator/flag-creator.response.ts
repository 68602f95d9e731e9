import { ApiProperty } from '@nestjs/swagger';

/** A creator of features. */
export class FlagCreatorResponse {
  /** Id of the user. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name, else user name, else e-mail address; `unknown` for deleted users. */
  name: string;
}
