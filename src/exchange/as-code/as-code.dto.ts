import { PickType } from '../../platform/http/validation/mapped-types.js';
import {
  ANY_JSON,
  Flag,
  ListOf,
  OneOf,
  Part,
  Text,
} from '../../platform/http/validation/shape.decorators.js';
import { URL_NAME, URL_NAME_WANTED } from '../../platform/http/validation/url-name.js';
import { GuardQuery } from '../../flags/preview/change-guard/change-guard.dto.js';
import { DesiredStateDto } from './desired-state.dto.js';
import { ApiProperty } from '@nestjs/swagger';
import { ImpactResponse, WarningResponse } from '../../flags/preview/impact.response.js';

/** What happens to things that belong to the folder and are no longer in it. */
const LEFTOVERS = ['keep', 'prune', 'release'] as const;
export type Leftovers = (typeof LEFTOVERS)[number];

/** What a plan is made of. */
export class PlanDto {
  /** Label of the folder, to which the things in it belong: 1 to 100 URL-safe characters. */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  owner: string;
  /** Whether things that exist and belong to no folder are taken over; false by default. */
  @Flag({ optional: true })
  adopt?: boolean;
  /**
   * What happens to things that belong to the folder and are no longer in it: they stay and still
   * belong to it (`keep`, the default), are archived or deleted (`prune`), or stay and no longer
   * belong to it (`release`).
   */
  @OneOf(LEFTOVERS, { optional: true })
  leftovers?: Leftovers;
  /** What is to be. */
  @Part(() => DesiredStateDto)
  state: DesiredStateDto;
}

/** What to describe. */
export class ExportCodeQuery {
  /** Id of the only project; everything when omitted. */
  @Text({ optional: true, min: 1, max: 100 })
  project?: string;
}

/** A thing as it was when the plan was made. */
export class SeenThingDto {
  /** Kind of the thing, such as `feature`. */
  @Text({ min: 1, max: 20 })
  kind: string;
  /** Name of the thing. */
  @Text({ min: 1, max: 1_000 })
  name: string;
  /** Fingerprint of its state. */
  @Text({ min: 1, max: 64 })
  fingerprint: string;
}

/** What to do about features that are in use, when they are turned off or archived. */
export class CodeGuardDto extends PickType(GuardQuery, ['force', 'reason']) {}

/** A plan to carry out. */
export class ApplyDto extends PlanDto {
  /** Hash of the plan. Nothing is changed if a plan made now would be another one. */
  @Text({ min: 64, max: 64 })
  hash: string;
  /** The list `seen` of the plan, so that a refusal can say what has changed since. */
  @ListOf(() => SeenThingDto, { optional: true, max: 50_000 })
  seen?: SeenThingDto[];
  /** How to treat features that are in use; see turning off. */
  @Part(() => CodeGuardDto, { optional: true })
  guard?: CodeGuardDto;
}

const COUNT = { type: 'integer', minimum: 0 } as const;
const ACTIONS = ['create', 'change', 'adopt', 'delete', 'release'] as const;

/** A thing of some kind. */
class ThingResponse {
  /** Kind of the thing, such as `feature`. */
  kind: string;
  /** Name of the thing. */
  name: string;
}

/** A property that is to change. */
class FieldChangeResponse {
  /**
   * Path of the property, such as `environments.production.enabled`. Of lists of strategies with
   * the same length, single properties are shown; other lists change as a whole.
   */
  field: string;
  /** Its value now. */
  @ApiProperty(ANY_JSON)
  before: unknown;
  /** Its value afterwards. */
  @ApiProperty(ANY_JSON)
  after: unknown;
}

/** What a plan does with a thing. */
class PlannedChangeOfThingResponse extends ThingResponse {
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
class PlanFindingResponse extends ThingResponse {
  /** Description of the problem. */
  message: string;
}

/** A permission that the caller lacks. */
class LackingPermissionResponse {
  /** Name of the permission. */
  permission: string;
  /** Id of the project where it is needed; absent for the instance. */
  project?: string;
  /** Name of the environment where it is needed; absent for all. */
  environment?: string;
}

/** A place in which the changes require approvals. */
class PlanApprovalResponse {
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
class SeenThingResponse extends ThingResponse {
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
