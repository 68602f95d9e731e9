import { PickType } from '../../platform/http/validation/mapped-types.js';
import {
  Flag,
  ListOf,
  OneOf,
  Part,
  Text,
} from '../../platform/http/validation/shape.decorators.js';
import { URL_NAME, URL_NAME_WANTED } from '../../platform/http/validation/url-name.js';
import { GuardQuery } from '../../flags/preview/change-guard/change-guard.dto.js';
import { DesiredStateDto } from './desired-state.dto.js';

/** What happens to things that belong to the folder and are no longer in it. */
export const LEFTOVERS = ['keep', 'prune', 'release'] as const;
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
