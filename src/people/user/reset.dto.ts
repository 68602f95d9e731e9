import { Flag, Text } from '../../http/validation/shape.decorators.js';
import { NewPasswordDto } from './user.dto.js';

/** Whose password is to be chosen anew. */
export class ResetPasswordDto {
  /** E-mail address, user name or id of the user. */
  @Text()
  id: string;
  /** Whether the personal tokens of the user are revoked at once; they stay by default. */
  @Flag({ optional: true })
  revokeTokens?: boolean;
}

/** A new password, from who came by a link. */
export class ChoosePasswordDto extends NewPasswordDto {
  /** The secret of the link, which is used up by this. */
  @Text({ max: 1000 })
  token: string;
}

/** The link that somebody came by. */
export class ResetTokenDto {
  /** The secret of the link. */
  @Text({ max: 1000 })
  token: string;
}

/** Who has forgotten the password. */
export class EmailDto {
  /** E-mail address of the user. */
  @Text({ max: 255 })
  email: string;
}
