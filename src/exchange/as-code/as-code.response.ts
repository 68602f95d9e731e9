import { ApiProperty } from '@nestjs/swagger';
import { ImpactResponse, WarningResponse } from '../../flags/preview/impact.response.js';

/** Any JSON. */
const ANY = {
  oneOf: [
    { type: 'string', nullable: true },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: {} },
    { type: 'object', additionalProperties: true },
  ],
};
const COUNT = { type: 'integer', minimum: 0 } as const;
const ACTIONS = ['create', 'change', 'adopt', 'delete', 'release'] as const;

/** A thing of some kind. */
export class ThingResponse {
  /** Kind of the thing, such as `feature`. */
  kind: string;
  /** Name of the thing. */
  name: string;
}

/** A property that is to change. */
export class FieldChangeResponse {
  /**
   * Path of the property, such as `environments.production.enabled`. Of lists of strategies with
   * the same length, single properties are shown; other lists change as a whole.
   */
  field: string;
  /** Its value now. */
  @ApiProperty(ANY)
  before: unknown;
  /** Its value afterwards. */
  @ApiProperty(ANY)
  after: unknown;
}

/** What a plan does with a thing. */
export class PlannedChangeOfThingResponse extends ThingResponse {
  /** Id of its project; null for what is in none. */
  @ApiProperty({ type: String, nullable: true })
  project: string | null;
  /**
   * `create`, `change`, `adopt` for what only begins to belong to the folder, `delete`, which
   * archives features, and `release` for what no longer belongs to it.
   */
  @ApiProperty({ enum: ACTIONS })
  action: (typeof ACTIONS)[number];
  /** Whether the thing belongs to no folder yet, and to this one afterwards. */
  adopts: boolean;
  /** What changes; for a new thing, what is not as new ones are. */
  fields: FieldChangeResponse[];
}

/** Why a plan cannot be carried out. */
export class PlanFindingResponse extends ThingResponse {
  /** Description of the problem. */
  message: string;
}

/** A permission that the caller lacks. */
export class LackingPermissionResponse {
  /** Name of the permission. */
  permission: string;
  /** Id of the project where it is needed; absent for the instance. */
  project?: string;
  /** Name of the environment where it is needed; absent for all. */
  environment?: string;
}

/** A place in which the changes require approvals. */
export class PlanApprovalResponse {
  /** Id of the project. */
  project: string;
  /** Name of the environment. */
  environment: string;
  /** How many approvals changes there require. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  requiredApprovals: number;
  /** Number of features that change there. */
  @ApiProperty(COUNT)
  features: number;
}

/** What the changes of present features affect in an environment of a project. */
export class ImpactOfPlanResponse {
  /** Id of the project. */
  project: string;
  /** Name of the environment. */
  environment: string;
  /** The impact, as of turning the features off. */
  impact: ImpactResponse;
}

/** A thing as it was when the plan was made. */
export class SeenThingResponse extends ThingResponse {
  /** Fingerprint of its state. */
  fingerprint: string;
}

/** Number of things by what happens to them. */
export class PlanSummaryResponse {
  /** Things that are created. */
  @ApiProperty(COUNT)
  create: number;
  /** Things that are changed. */
  @ApiProperty(COUNT)
  change: number;
  /** Things that only begin to belong to the folder. */
  @ApiProperty(COUNT)
  adopt: number;
  /** Things that are archived or deleted. */
  @ApiProperty(COUNT)
  delete: number;
  /** Things that no longer belong to the folder. */
  @ApiProperty(COUNT)
  release: number;
  /** Things that are as they are wanted. */
  @ApiProperty(COUNT)
  unchanged: number;
}

/** What makes the service as the files describe it. */
export class PlanResponse {
  /** Hash of what is wanted and of what it was compared with, to carry out this plan. */
  hash: string;
  /** How many things change. */
  summary: PlanSummaryResponse;
  /** The changes, by name. */
  changes: PlannedChangeOfThingResponse[];
  /**
   * Whether the changes were made and undone to find errors: not if there are other errors, or more
   * than 200 features change.
   */
  triedOut: boolean;
  /** Why the plan cannot be carried out; empty when nothing is known to prevent it. */
  errors: PlanFindingResponse[];
  /** Permissions that the caller lacks; with any, the plan cannot be carried out. */
  permissions: LackingPermissionResponse[];
  /** Where the changes require approvals; with any, the plan cannot be carried out. */
  approvals: PlanApprovalResponse[];
  /** Things that belong to the folder, are not in it, and stay. */
  kept: ThingResponse[];
  /** What present features that change are used for; of at most 20 environments. */
  impact: ImpactOfPlanResponse[];
  /** What the files were compared with, to say what has changed if the plan is out of date. */
  seen: SeenThingResponse[];
}

/** A plan that was carried out. */
export class AppliedResponse {
  /** Hash of the plan. */
  hash: string;
  /** How many things were changed. */
  summary: PlanSummaryResponse;
  /** Warnings of guards about features that are in use. */
  warnings: WarningResponse[];
}
