import { ApiProperty } from '@nestjs/swagger';
import {
  AnyObject,
  Decimal,
  OneOf,
  Part,
  Text,
} from '../../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../../platform/http/validation/unknown-keys.js';

/** The comparisons with the threshold of a safeguard. */
const OPERATORS = ['>', '<'] as const;
/** The periods that safeguards watch. */
const TIME_RANGES = ['hour', 'day', 'week', 'month'] as const;
/** How values become one number. */
const MODES = ['rps', 'count', 'avg', 'sum', 'p95', 'p99', 'p50'] as const;

/** The usage that a safeguard watches. */
export class ImpactMetricDto {
  /** `evaluations`, or the name of a metric that applications report as `impactMetrics`. */
  @Text({ min: 1, max: 200 })
  metricName: string;
  /** The period that ends now. */
  @OneOf(TIME_RANGES)
  timeRange: (typeof TIME_RANGES)[number];
  /**
   * How the values of the period become one number. For evaluations `count` or `sum` (their
   * number), `rps` (their number per second) or `avg` (the share of those with the labels `enabled`
   * and `variant` among those of the applications, 0 to 1). For metrics of applications `count`,
   * `sum`, `rps` (the sum per second) or `avg`. Percentiles are refused, because values are not
   * kept.
   */
  @OneOf(MODES)
  aggregationMode: (typeof MODES)[number];
  /**
   * The values that labels must have, by name of the label: for evaluations `enabled` (`true` or
   * `false`) or `variant`, and `appName`; otherwise labels of the application, and `appName`.
   */
  @AnyObject()
  labelSelectors: Record<string, string[]>;
}

/** The limit of a safeguard. */
@RefuseUnknown()
export class TriggerConditionDto {
  /** Whether values above or below the threshold trigger it. */
  @OneOf(OPERATORS)
  operator: (typeof OPERATORS)[number];
  /** The threshold. */
  @Decimal()
  threshold: number;
}

/** A limit on usage at which a release plan stops and goes back. */
export class SafeguardDto {
  /** What it watches. */
  @Part(() => ImpactMetricDto)
  impactMetric: ImpactMetricDto;
  /** Its limit. */
  @Part(() => TriggerConditionDto)
  triggerCondition: TriggerConditionDto;
}

/** What a safeguard does. */
export class SafeguardActionResponse {
  /** Always `startPreviousMilestone`: the plan goes back and is paused. */
  @ApiProperty({ enum: ['startPreviousMilestone'] })
  type: string;
  /** UUID of the plan. */
  @ApiProperty({ format: 'uuid' })
  id: string;
}

/** The limit of a safeguard. */
export class TriggerConditionResponse {
  /** Whether values above or below the threshold trigger it. */
  @ApiProperty({ enum: OPERATORS })
  operator: (typeof OPERATORS)[number];
  /** The threshold. */
  threshold: number;
}

/** The usage that a safeguard watches. */
export class ImpactMetricResponse {
  /** UUID of the metric. */
  @ApiProperty({ format: 'uuid' })
  id: string;
  /** Name of the metric. */
  metricName: string;
  /** The period that ends now. */
  @ApiProperty({ enum: TIME_RANGES })
  timeRange: (typeof TIME_RANGES)[number];
  /** How the values of the period become one number. */
  @ApiProperty({ enum: MODES })
  aggregationMode: (typeof MODES)[number];
  /** The values that labels must have, by name of the label. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
  })
  labelSelectors: Record<string, string[]>;
}

/** A limit on usage at which a release plan stops and goes back. */
export class SafeguardResponse {
  /** UUID of the safeguard. */
  @ApiProperty({ format: 'uuid' })
  id: string;
  /** What it does. */
  action: SafeguardActionResponse;
  /** Its limit. */
  triggerCondition: TriggerConditionResponse;
  /** What it watches. */
  impactMetric: ImpactMetricResponse;
}
