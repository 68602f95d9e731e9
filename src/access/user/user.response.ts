import { ApiProperty } from '@nestjs/swagger';

/** A user: a person, or a service account. */
export class UserResponse {
  /** Id of the user; −42 for admin tokens. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Whether this stands for admin tokens rather than for somebody. Deprecated by the reference. */
  @ApiProperty({ deprecated: true })
  isAPI: boolean;
  /** `User`, or `Service Account`. Absent for admin tokens. */
  accountType?: string;
  /** Name of the person, where one is set. */
  name?: string;
  /** Name to sign in with, where one is set. */
  username?: string;
  /** E-mail address in lower case, where one is set; good to sign in with, too. */
  email?: string;
  /** Address of the profile picture. */
  imageUrl: string;
  /** When the user was last seen, by a login or a personal token; null when never. */
  @ApiProperty({ format: 'date-time' })
  seenAt: string | null;
  /** Failed logins since the last one that succeeded. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  loginAttempts: number;
  /** When the user was created. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Always null: users do not come from a directory service here. */
  @ApiProperty({ type: String, nullable: true })
  scimId: string | null;
}
