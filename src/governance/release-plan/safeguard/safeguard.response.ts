import { ApiProperty } from '@nestjs/swagger';
import { MODES, OPERATORS, TIME_RANGES } from './safeguard.dto.js';

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
