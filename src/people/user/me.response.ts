import { ApiProperty } from '@nestjs/swagger';
import { RoleResponse } from '../../auth/permissions/role.response.js';
import { UserResponse } from './user.response.js';

/** Something that the user may do. */
export class PermissionResponse {
  /** Name of the permission; `ADMIN` stands for all of them. */
  permission: string;
  /** The project it is good for; absent for all. */
  project?: string;
  /** The environment it is good for; absent for all. */
  environment?: string;
}

/** A question that the user was asked about the service. */
export class FeedbackResponse {
  /** Id of the user. */
  @ApiProperty({ type: 'integer' })
  userId?: number;
  /** Whether the user does not want to be asked again. */
  neverShow?: boolean;
  /** When the user answered; null when not. */
  @ApiProperty({ format: 'date-time' })
  given?: string | null;
  /** Name of the question. */
  feedbackId?: string;
}

/** The one who asks. */
export class MeResponse {
  /** Who it is. */
  user: UserResponse;
  /** What they may do. */
  permissions: PermissionResponse[];
  /** The questions they were asked. */
  feedback: FeedbackResponse[];
  /** The splash screens they have seen, by name. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'boolean' } })
  splash: Record<string, boolean>;
}

/** The one who asks, as others know them. */
export class ProfileResponse {
  /** The role in the whole instance. */
  rootRole: RoleResponse;
  /** Ids of the projects that one may see and that are not archived, in alphabetical order. */
  projects: string[];
  /** Always empty: which messages the user has asked for. */
  subscriptions: string[];
  /** Always empty, as in the reference. */
  @ApiProperty({ type: 'array', items: { type: 'object' } })
  features: object[];
}
