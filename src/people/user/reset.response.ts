import { ApiProperty } from '@nestjs/swagger';
import { RoleResponse } from '../../auth/permissions/role.response.js';

/** Where a user can choose a new password. */
export class ResetPasswordResponse {
  /** The link: good once, and for a day. This answer is the only one that ever shows it. */
  @ApiProperty({ format: 'uri' })
  resetPasswordUrl: string;
}

/** Whose password a link is for. */
export class TokenUserResponse {
  /** Id of the user. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name of the person, where one is set. */
  name?: string;
  /** E-mail address; the user name, or an empty text, where none is set. */
  email: string;
  /** Always `****`: whoever asks has the secret of the link. */
  token: string;
  /** Who made the link. */
  createdBy: string | null;
  /** The root role of the user. */
  role: RoleResponse;
}
