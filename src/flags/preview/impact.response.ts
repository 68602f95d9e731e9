import { ApiProperty } from '@nestjs/swagger';

/** What happens when a feature that is in use is turned off or archived, from lax to strict. */
export const GUARD_LEVELS = ['none', 'warn', 'block'] as const;
export type GuardLevel = (typeof GUARD_LEVELS)[number];

/** Why turning off or archiving features might do harm. */
export class WarningResponse {
  /**
   * `dependents` for features that are on and depend on them, `evaluations` for those of them that
   * a production environment evaluated as true recently.
   */
  @ApiProperty({ enum: ['dependents', 'evaluations'] })
  type: 'dependents' | 'evaluations';
  /** The same as a sentence. */
  message: string;
  /** Number of features. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  count: number;
  /** Names of these features, in alphabetical order; at most 100, without hidden projects. */
  features: string[];
  /** Number of evaluations that returned true; only with `evaluations`. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  yes?: number;
  /** Start of the hours of the clock that count as recent; only with `evaluations`. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  since?: string;
}

/** The change was made, although the features are in use. */
export class WarnedResponse {
  /** Why the change might do harm. */
  warnings: WarningResponse[];
}

/** Things of one kind that a change affects. */
export class AffectedResponse {
  /** How many there are. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  count: number;
  /** Their names, in alphabetical order; at most 100. */
  names: string[];
}

/** Evaluations that returned a variant. */
export class VariantEvaluationsResponse {
  /** Name of the variant. */
  name: string;
  /** Number of evaluations. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  count: number;
}

/** Evaluations that SDKs reported in the current and the previous hour of the clock, in UTC. */
export class RecentEvaluationsResponse {
  /** Start of the previous hour: between 60 and 120 minutes ago. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  since: string;
  /** Number of evaluations that returned true. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  yes: number;
  /** Number of evaluations that returned false. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  no: number;
  /**
   * Evaluations by variant, most frequent first; at most 100 variants. Empty for removing an
   * environment and deleting a project.
   */
  variants: VariantEvaluationsResponse[];
}

/** A recorded change. */
export class LastChangeResponse {
  /** Id of the event. */
  @ApiProperty({ type: 'integer' })
  eventId: number;
  /** Type of the event. */
  type: string;
  /** Time of the change. */
  @ApiProperty({ type: 'string', format: 'date-time' })
  createdAt: string;
  /** Name of the user or token. */
  createdBy: string;
  /** Id of the user; negative for tokens and the service itself. */
  @ApiProperty({ type: 'integer' })
  createdByUserId: number;
}

/** A change that is made at a chosen time. */
export class PlannedChangeResponse {
  /** Whether it is a schedule or a scheduled change request. */
  @ApiProperty({ enum: ['schedule', 'change-request'] })
  type: 'schedule' | 'change-request';
  /** Id of the schedule or change request. */
  @ApiProperty({ type: 'integer' })
  id: number;
  /** Name of the feature; of a change request, the first of those that both change. */
  feature: string;
  /** Name of the environment. */
  environment: string;
  /** What a schedule does then, such as `on`; null for change requests. */
  @ApiProperty({ type: String, nullable: true })
  action: string | null;
  /** When it is made. */
  @ApiProperty({ format: 'date-time' })
  at: string;
}

/** Changes that are planned for features. */
export class PlannedChangesResponse {
  /** Number of pending schedules and scheduled change requests. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  count: number;
  /** The next ones, at most 10. */
  next: PlannedChangeResponse[];
}

/**
 * What a change would affect, in its environment, or in all of them if it has none. Does not
 * include hidden projects.
 */
export class ImpactResponse {
  /** Live and archived features that the change is about. */
  features: AffectedResponse;
  /** Applications that reported usage of one of the features within the last 48 hours. */
  applications: AffectedResponse;
  /** Number of instances of these applications that were seen within the last 48 hours. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  instances: number;
  /**
   * Evaluations of the features. For removing an environment and deleting a project, only the
   * newest hour with reports counts for each feature.
   */
  evaluations: RecentEvaluationsResponse;
  /**
   * Other features that are on and require one of the features to be on; they would be off as well.
   * Those that require it to be off instead, when it is turned on.
   */
  dependents: AffectedResponse;
  /** Number of strategies of the features. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  strategies: number;
  /** Segments that these strategies use, and segments that would be deleted. */
  segments: AffectedResponse;
  /**
   * Schedules and change requests that will change the features later, such as turning on again
   * what is turned off.
   */
  schedules: PlannedChangesResponse;
  /**
   * The newest change of a given feature; null for deletions. Of more than 20 features, it is
   * looked for among the newest 1,000 events of the project, and null when it is not there.
   */
  lastChange: LastChangeResponse | null;
  /** Number of connected SDKs that receive one of the features and would get the change. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  connections: number;
}

/** What a change would do, of a request with `dryRun=true`. Nothing has changed. */
export class PreviewResponse {
  /** Always true. */
  @ApiProperty({ enum: [true] })
  dryRun: true;
  /** What the change would affect. */
  impact: ImpactResponse;
  /**
   * What the guard would do, if features that are in use would be turned off or archived: `warn`
   * would return the `warnings`, `block` would refuse the change unless it is forced.
   */
  @ApiProperty({ enum: GUARD_LEVELS, required: false })
  guard?: GuardLevel;
  /** Why the change might do harm; only with `guard`. */
  warnings?: WarningResponse[];
}
