import { ApiProperty } from '@nestjs/swagger';
import { RoleResponse } from '../../../core/auth/permissions/role.response.js';
import { UserResponse } from './user.response.js';

/** A permission of the user. */
export class PermissionResponse {
  /** Name of the permission; `ADMIN` means all. */
  permission: string;
  /** Id of the project; absent for all projects. */
  project?: string;
  /** Name of the environment; absent for all environments. */
  environment?: string;
}

/** A feedback request of the reference's user interface. */
export class FeedbackResponse {
  /** Id of the user. */
  @ApiProperty({ type: 'integer' })
  userId?: number;
  /** Whether the user does not want to be asked again. */
  neverShow?: boolean;
  /** When the user answered; null if not. */
  @ApiProperty({ format: 'date-time' })
  given?: string | null;
  /** Id of the feedback request. */
  feedbackId?: string;
}

/** The calling user; admin tokens have a user of their own. */
export class OwnUserResponse extends UserResponse {
  /** `ADMIN`, for an admin token; absent for people. */
  permissions?: string[];
  /** `*` for all projects, for an admin token; absent for people. */
  projects?: string[];
  /** `*` for all environments, for an admin token; absent for people. */
  environment?: string;
  /** `admin`, for an admin token; absent for people. */
  type?: string;
}

/** Information about the caller. */
export class MeResponse {
  /** The user or service account. */
  user: OwnUserResponse;
  /** The permissions of the user. */
  permissions: PermissionResponse[];
  /** Feedback requests; always empty here. */
  feedback: FeedbackResponse[];
  /** Splash screens seen by the user, by name. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'boolean' } })
  splash: Record<string, boolean>;
}

/** The profile of the calling user. */
export class ProfileResponse {
  /** The root role. */
  rootRole: RoleResponse;
  /** Ids of the visible projects that are not archived, in alphabetical order. */
  projects: string[];
  /** Always empty. */
  subscriptions: string[];
  /** Always empty, as in the reference. */
  @ApiProperty({ type: 'array', items: { type: 'object' } })
  features: object[];
}
