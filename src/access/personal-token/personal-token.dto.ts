import { Moment, Text } from '../../http/validation/shape.decorators.js';

/** A personal token to be created. */
export class CreatePersonalTokenDto {
  /** What the token is for, 1 to 255 characters; no two tokens of a user have the same. */
  @Text({ trim: true, min: 1, max: 255 })
  description: string;
  /** When it stops working, in the future. */
  @Moment()
  expiresAt: string;
}
