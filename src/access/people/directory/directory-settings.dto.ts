import { ApiProperty } from '@nestjs/swagger';
import { Flag, Int, INT4 } from '../../../platform/http/validation/shape.decorators.js';

/** How a directory of people (SCIM) may manage users and groups. */
export class DirectorySettingsDto {
  /** Whether the directory manages users and groups. */
  @Flag()
  enabled: boolean;
  /**
   * Whether a user or group that the directory creates takes over the one that has the same name or
   * e-mail address already, with its roles; otherwise the name is taken. False by default.
   */
  @Flag({ optional: true })
  assumeControlOfExisting?: boolean;
  /** Id of the root role of new users; unchanged by default, and at first that of Viewer. */
  @Int({ optional: true, min: 1, max: INT4.max })
  defaultRootRoleId?: number;
}

/** How a directory of people (SCIM) may manage users and groups. */
export class DirectorySettingsResponse {
  /** Whether the directory manages users and groups. */
  enabled: boolean;
  /** Whether it takes over users and groups that exist already. */
  assumeControlOfExisting: boolean;
  /** Id of the root role of new users. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  defaultRootRoleId: number;
  /** Whether there is a token. */
  hasToken: boolean;
  /** When the token was generated; null without one. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  tokenCreatedAt: string | null;
  /** The address that the directory needs. */
  url: string;
}

/** A new token for the directory. */
export class DirectoryTokenResponse {
  /** The token, which cannot be read again. It replaces the one before. */
  token: string;
}
