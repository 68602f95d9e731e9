import { ApiProperty } from '@nestjs/swagger';
import { RoleResponse } from '../../../core/auth/permissions/role.response.js';

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
