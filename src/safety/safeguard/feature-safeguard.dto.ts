import { ApiProperty } from '@nestjs/swagger';
import { FeatureEnvironmentParams } from '../../flags/feature/feature.dto.js';
import {
  ImpactMetricDto,
  ImpactMetricResponse,
  TriggerConditionDto,
  TriggerConditionResponse,
} from '../../governance/release-plan/safeguard/safeguard.dto.js';
import { Int, Part, Text } from '../../platform/http/validation/shape.decorators.js';

/** A safeguard of a feature in an environment in a path. */
export class FeatureSafeguardParams extends FeatureEnvironmentParams {
  /** UUID of the safeguard. */
  safeguardId: string;
}

/** Maximum time for which a limit has to be crossed: a day, in minutes. */
const MOST_MINUTES = 1_440;
/** Maximum time of the past that a preview looks at: a week, in hours. */
const MOST_HOURS = 168;
/** Maximum length of a query of Prometheus, in characters. */
const MOST_OF_QUERY = 2_000;

/** A limit at which a feature is turned off in an environment. */
export class FeatureSafeguardDto {
  /** The usage that it watches; left out for a query. */
  @Part(() => ImpactMetricDto, { optional: true })
  impactMetric?: ImpactMetricDto;
  /**
   * The query of Prometheus that it watches instead, in PromQL. Its result must be one number. The
   * operator of the instance says where it is sent (`PROMETHEUS_URL`).
   */
  @Text({ optional: true, min: 1, max: MOST_OF_QUERY, trim: true })
  prometheusQuery?: string;
  /** Its limit. */
  @Part(() => TriggerConditionDto)
  triggerCondition: TriggerConditionDto;
  /** For how many minutes each check must find the limit crossed; 0, the default, for once. */
  @Int({ optional: true, min: 0, max: MOST_MINUTES })
  forMinutes?: number;
}

/** A safeguard to try out. */
export class SafeguardPreviewDto extends FeatureSafeguardDto {
  /** How many hours before now to look at; 24 by default. */
  @Int({ optional: true, min: 1, max: MOST_HOURS })
  hours?: number;
}

/** A limit at which a feature is turned off in an environment. */
export class FeatureSafeguardResponse {
  /** UUID of the safeguard. */
  @ApiProperty({ format: 'uuid' })
  id: string;
  /** Its limit. */
  triggerCondition: TriggerConditionResponse;
  /** The usage that it watches; null when it watches a query. */
  @ApiProperty({ type: ImpactMetricResponse, nullable: true })
  impactMetric: ImpactMetricResponse | null;
  /** The query of Prometheus that it watches; null when it watches usage. */
  @ApiProperty({ type: String, nullable: true })
  prometheusQuery: string | null;
  /** For how many minutes each check must find the limit crossed; 0 for once. */
  forMinutes: number;
  /** When it was checked last; null before, and while the feature has never been on. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  checkedAt: string | null;
  /** Why the last check of its query found no number, so that it cannot act; null if it did. */
  @ApiProperty({ type: String, nullable: true })
  problem: string | null;
  /** Since when checks find the limit crossed; null when the last one did not. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  crossedSince: string | null;
  /** When it turned the feature off; null while it watches. Set it again to let it watch again. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  triggeredAt: string | null;
  /** What it measured then; null while it watches. */
  @ApiProperty({ type: Number, nullable: true })
  triggeredValue: number | null;
  /** When it was set first. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** The safeguards of a feature in an environment. */
export class FeatureSafeguardsResponse {
  /** The safeguards, at most 10, the oldest first. */
  safeguards: FeatureSafeguardResponse[];
  /** Whether this instance has a Prometheus to send queries to. */
  canQuery: boolean;
}

/** A number that a safeguard would have measured. */
export class PastValueResponse {
  /** When. */
  @ApiProperty({ format: 'date-time' })
  at: string;
  /** The number. */
  value: number;
}

/** What a safeguard would have done in the past. */
export class SafeguardPreviewResponse {
  /** Since when usage, or the query, was looked at. */
  @ApiProperty({ format: 'date-time' })
  from: string;
  /** Until when. */
  @ApiProperty({ format: 'date-time' })
  to: string;
  /** When it would have turned the feature off, and what it would have measured; null if not. */
  @ApiProperty({ type: PastValueResponse, nullable: true })
  triggered: PastValueResponse | null;
  /** What it would have found then, in a sentence; null if it would not have turned it off. */
  @ApiProperty({ type: String, nullable: true })
  reason: string | null;
  /** The number farthest in the direction of the limit; null when there was too little usage. */
  @ApiProperty({ type: PastValueResponse, nullable: true })
  extreme: PastValueResponse | null;
  /** The number now; null when there is too little usage. */
  @ApiProperty({ type: Number, nullable: true })
  present: number | null;
  /**
   * Hours with usage, or with a result of the query. None of a metric of applications before a
   * safeguard watches it.
   */
  hoursWithUsage: number;
  /** Why the query found no number; null if it did, or if usage is watched. */
  @ApiProperty({ type: String, nullable: true })
  problem: string | null;
}
