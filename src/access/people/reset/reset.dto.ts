import { ApiProperty } from '@nestjs/swagger';
import { RoleResponse } from '../../../core/auth/permissions/role.response.js';
import { Flag, Text } from '../../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../../platform/http/validation/unknown-keys.js';
import { NewPasswordDto } from '../user/user.dto.js';

/** The user whose password is to be reset. */
@RefuseUnknown()
export class ResetPasswordDto {
  /** E-mail address, user name or id of the user. */
  @Text()
  id: string;
  /** Whether the user's personal tokens are revoked immediately; false by default. */
  @Flag({ optional: true })
  revokeTokens?: boolean;
}

/** A new password, set through a link. */
@RefuseUnknown()
export class ChoosePasswordDto extends NewPasswordDto {
  /** The secret of the link, which becomes invalid. */
  @Text({ max: 1000 })
  token: string;
}

/** A one-time link. */
export class ResetTokenDto {
  /** The secret of the link. */
  @Text({ optional: true, max: 1000 })
  token?: string;
}

/** A user who forgot the password. */
@RefuseUnknown()
export class EmailDto {
  /** E-mail address of the user. */
  @Text({ max: 255 })
  email: string;
}

/** A link for setting a new password. */
export class ResetPasswordResponse {
  /** The link, valid once and for a day. Only this response contains it. */
  @ApiProperty({ format: 'uri' })
  resetPasswordUrl: string;
}

/** The user that a link is for. */
export class TokenUserResponse {
  /** Id of the user. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name of the person, if set. */
  name?: string;
  /** E-mail address, else user name, else empty. */
  email: string;
  /** Always `****`; the caller already has the secret. */
  token: string;
  /** Who created the link. */
  createdBy: string | null;
  /** The root role of the user. */
  role: RoleResponse;
}
