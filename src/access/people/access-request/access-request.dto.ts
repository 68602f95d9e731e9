import { ApiProperty } from '@nestjs/swagger';
import { Flag, Int, INT4, Text } from '../../../platform/http/validation/shape.decorators.js';

/** For how many minutes a role can be asked for: at most a week. */
const MINUTES = { min: 5, max: 10_080 } as const;

/** The states of a request, as far as they are not open for ever. */
const STATES = ['open', 'active', 'denied', 'withdrawn', 'ended'] as const;

/** A project in a path. */
export class AccessRequestsParams {
  /** Id of the project. */
  projectId: string;
}

/** A role to ask for. */
export class CreateAccessRequestDto {
  /** Id of a role for projects. */
  @Int({ min: 1, max: INT4.max })
  roleId: number;
  /**
   * The environment of the project to which the role is limited: of its permissions only those in
   * this environment are given. All of its permissions when omitted.
   */
  @Text({ optional: true, min: 1, max: 100 })
  environment?: string;
  /** For how many minutes, from the approval on. */
  @Int(MINUTES)
  minutes: number;
  /** What it is needed for, 1 to 500 characters. Whoever decides sees it, and the audit log. */
  @Text({ trim: true, min: 1, max: 500 })
  reason: string;
  /** Whether it is urgent: such requests are listed first and marked. */
  @Flag({ optional: true })
  isEmergency?: boolean;
}

/** The decision about a request. */
export class AccessDecisionDto {
  /** What to say to whoever asked, at most 500 characters. */
  @Text({ optional: true, trim: true, max: 500 })
  comment?: string;
}

/** The approval of a request. */
export class AccessApprovalDto extends AccessDecisionDto {
  /** For how many minutes; as long as was asked for when omitted, and at most so long. */
  @Int({ optional: true, ...MINUTES })
  minutes?: number;
}

/** A role that somebody asked for in a project, for a time. */
export class AccessRequestResponse {
  /** Id of the request. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  id: number;
  /** Id of the project. */
  project: string;
  /** Id of the user who asked. */
  @ApiProperty({ type: 'integer' })
  userId: number;
  /** Name of the user who asked. */
  user: string;
  /** Id of the role. */
  @ApiProperty({ type: 'integer' })
  roleId: number;
  /** Name of the role. */
  role: string;
  /** The environment to which the role is limited; null for the whole role. */
  @ApiProperty({ type: String, nullable: true })
  environment: string | null;
  /** For how many minutes it was asked for. */
  @ApiProperty({ type: 'integer' })
  minutes: number;
  /** What it is needed for. */
  reason: string;
  /** Whether it is urgent. */
  isEmergency: boolean;
  /**
   * `open` until somebody decides, for a week at most; `active` while the user has the role;
   * `denied`; `withdrawn` by the user, or because nobody decided; `ended`.
   */
  @ApiProperty({ enum: STATES })
  state: (typeof STATES)[number];
  /** When it was asked for. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** Name of whoever decided; null if nobody has. */
  @ApiProperty({ type: String, nullable: true })
  decidedBy: string | null;
  /** When it was decided; null if it was not. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  decidedAt: string | null;
  /** What whoever decided said; null for nothing. */
  @ApiProperty({ type: String, nullable: true })
  comment: string | null;
  /** When the role ends, or ended, by itself; null if it was not given. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  expiresAt: string | null;
  /** When it ended before that; null otherwise. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  endedAt: string | null;
}

/** A role that can be asked for. */
export class RequestableRoleResponse {
  /** Id of the role. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name of the role. */
  name: string;
  /** What it allows, as a sentence. */
  description: string;
}

/** The requests for access to a project. */
export class ProjectAccessRequestsResponse {
  /**
   * Open requests, urgent ones first, then active ones, then the newest others; at most 200.
   * Without permission to see the access to the project, the caller's own.
   */
  accessRequests: AccessRequestResponse[];
  /** The roles that can be asked for, in alphabetical order. */
  roles: RequestableRoleResponse[];
}

/** The requests for access that concern the caller. */
export class AccessRequestsResponse {
  /** The caller's own, newest first, at most 50. */
  own: AccessRequestResponse[];
  /** Open ones that the caller may decide, urgent ones first, at most 200. */
  waiting: AccessRequestResponse[];
}
