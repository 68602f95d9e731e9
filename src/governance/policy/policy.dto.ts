import { ApiProperty } from '@nestjs/swagger';
import { OmitType } from '../../platform/http/validation/mapped-types.js';
import {
  Flag,
  Int,
  OneOf,
  Text,
  TextList,
} from '../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../platform/http/validation/unknown-keys.js';

/** What happens with what breaks a policy. */
const ENFORCEMENTS = ['refuse', 'warn'] as const;

/** The rules of a policy, in the order in which they are checked. */
export const RULES = [
  'namePattern',
  'requiredTags',
  'ownerRequired',
  'maxAgeDays',
  'forbiddenStrategies',
  'requiredConstraints',
  'requiredApprovals',
] as const;
export type RuleName = (typeof RULES)[number];

/**
 * Rules for what is saved. Each is optional. Production means environments of the type
 * `production`; disabled strategies do not count.
 */
@RefuseUnknown()
export class PolicyDto {
  /** Whether what breaks a rule is refused (the default), or only listed. */
  @OneOf(ENFORCEMENTS, { optional: true })
  enforcement?: (typeof ENFORCEMENTS)[number];
  /**
   * A regular expression for the whole names of new features, without white space, at most 500
   * characters.
   */
  @Text({ optional: true, min: 1, max: 500 })
  namePattern?: string;
  /** A name that matches the pattern, for messages. At most 100 characters. */
  @Text({ optional: true, min: 1, max: 100 })
  nameExample?: string;
  /**
   * Tags that features need: a type such as `team` for any value, or a tag such as `team:shop`. At
   * most 10.
   */
  @TextList({ optional: true, max: 10 })
  requiredTags?: string[];
  /** Whether the project of a feature needs an owner, a user or a group. */
  @Flag({ optional: true })
  ownerRequired?: boolean;
  /**
   * How many days old a feature may be that is turned on or changed in production. Features whose
   * type has no expected lifetime, such as kill switches, may be older.
   */
  @Int({ optional: true, min: 1, max: 3_650 })
  maxAgeDays?: number;
  /**
   * Names of strategies that must not be used in production, at most 20, each of at most 100
   * characters.
   */
  @TextList({ optional: true, max: 20 })
  forbiddenStrategies?: string[];
  /**
   * Names of context fields on which each strategy in production needs a constraint, by itself or
   * by its segments. At most 10, each of at most 100 characters.
   */
  @TextList({ optional: true, max: 10 })
  requiredConstraints?: string[];
  /** How many approvals changes in production have to require, 1 to 10. */
  @Int({ optional: true, min: 1, max: 10 })
  requiredApprovals?: number;
}

/** Rules for what is saved. */
export class PolicyResponse extends OmitType(PolicyDto, ['enforcement']) {
  /** Whether what breaks a rule is refused, or only listed. */
  @ApiProperty({ enum: ENFORCEMENTS })
  enforcement: (typeof ENFORCEMENTS)[number];
}

/** The policies of a place. */
export class PoliciesResponse {
  /** The policy of the project, or of the instance; null without one. */
  @ApiProperty({ type: PolicyResponse, nullable: true })
  policy: PolicyResponse | null;
  /** The policy of the instance, which counts in each project; null without one. */
  @ApiProperty({ type: PolicyResponse, nullable: true })
  ofInstance: PolicyResponse | null;
}

/** What breaks a rule. */
export class PolicyViolationResponse {
  /** The rule. */
  @ApiProperty({ enum: RULES })
  rule: RuleName;
  /** Id of the project. */
  project: string;
  /** Name of the feature; null if it is not about one. */
  @ApiProperty({ type: String, nullable: true })
  feature: string | null;
  /** Name of the environment; null if it is not about one. */
  @ApiProperty({ type: String, nullable: true })
  environment: string | null;
  /** UUID of the strategy; null if it is not about one. */
  @ApiProperty({ type: String, nullable: true })
  strategyId: string | null;
  /** What is wrong, and what would be right. */
  message: string;
}

/** What exists and breaks a policy. */
export class PolicyCheckResponse {
  /** How many features were looked at. */
  @ApiProperty({ type: 'integer' })
  features: number;
  /** How many violations there are, by rule. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' } })
  counts: Record<string, number>;
  /** The first 200 of them. */
  violations: PolicyViolationResponse[];
}
