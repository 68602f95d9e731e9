import { Text } from '../../http/validation/shape.decorators.js';
import { PasswordDto } from '../user/user.dto.js';

/** Whose password is to be chosen anew. */
export class ResetPasswordDto {
  /** E-mail address, user name or id of the user. */
  @Text()
  id: string;
}

/** A new password, from who came by a link. */
export class ChoosePasswordDto extends PasswordDto {
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
