import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';

// These classes only document bodies; the report parser validates them.

const MOMENT = { oneOf: [{ type: 'string', format: 'date-time' }, { type: 'integer' }] };
const COUNTS = { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } } as const;

/** The registration of an application. */
export class ClientApplicationDto {
  /** Name of the application, 1 to 255 characters. */
  appName: string;
  /** Instance id of the process; `default` when omitted. */
  instanceId?: string;
  /** Name and version of the SDK, such as `unleash-client-node:6.0.0`. */
  sdkVersion?: string;
  /** The environment, for tokens that are valid in all. Deprecated: the token determines it. */
  @ApiProperty({ required: false, deprecated: true })
  environment?: string;
  /** Platform of the SDK, such as `node`. */
  platformName?: string;
  /** Version of the platform. */
  platformVersion?: string;
  /** Version of the evaluation engine Yggdrasil. */
  yggdrasilVersion?: string;
  /** Version of the client specification that the SDK supports. */
  specVersion?: string;
  /** Reporting interval in milliseconds. */
  @ApiProperty({ minimum: 0 })
  interval: number;
  /** When the application started: ISO 8601, or milliseconds since 1970. */
  @ApiProperty(MOMENT)
  started: string | number;
  /** Names of the strategies that the application supports. */
  strategies: string[];
}

/** Number of evaluations of a feature. */
export class EvaluationsDto {
  /** Number of evaluations as on; 0 by default. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  yes?: number;
  /** Number of evaluations as off; 0 by default. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  no?: number;
  /** Number of evaluations by variant name. */
  @ApiProperty(COUNTS)
  variants?: Record<string, number>;
}

/** Evaluations within a period. */
@ApiExtraModels(EvaluationsDto)
export class UsageBucketDto {
  /** Start of the period: ISO 8601, or milliseconds since 1970. */
  @ApiProperty(MOMENT)
  start: string | number;
  /** End of the period, whose hour the usage counts for. A future time counts as now. */
  @ApiProperty(MOMENT)
  stop: string | number;
  /** Evaluations by feature name. Invalid names are ignored. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: '#/components/schemas/EvaluationsDto' },
  })
  toggles: Record<string, EvaluationsDto>;
}

/** Values of a metric with the same labels. */
export class ReportedSampleDto {
  /** Labels by name. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  labels?: Record<string, string>;
  /** Increase of a counter since the last report, or value of a gauge. */
  value?: number;
  /** Number of values of a histogram since the last report. */
  @ApiProperty({ minimum: 0 })
  count?: number;
  /** Sum of the values of a histogram since the last report. */
  sum?: number;
}

/** A metric that an application measures itself. What is invalid in it is ignored. */
export class ReportedMetricDto {
  /** Name of the metric. */
  name: string;
  /** Kind of the metric. */
  @ApiProperty({ enum: ['counter', 'gauge', 'histogram'] })
  type: string;
  /** Its values; at most 1,000 of all metrics of a report. */
  samples: ReportedSampleDto[];
}

/** Usage reported by an application. */
export class ClientMetricsDto {
  /** Name of the application, 1 to 255 characters. */
  appName: string;
  /** Instance id of the process; `default` when omitted. */
  instanceId?: string;
  /** The environment, for tokens that are valid in all. Deprecated: the token determines it. */
  @ApiProperty({ required: false, deprecated: true })
  environment?: string;
  /** Name and version of the SDK. */
  sdkVersion?: string;
  /** Platform of the SDK, such as `node`. */
  platformName?: string;
  /** Version of the platform. */
  platformVersion?: string;
  /** Version of the evaluation engine Yggdrasil. */
  yggdrasilVersion?: string;
  /** Version of the client specification that the SDK supports. */
  specVersion?: string;
  /** The evaluations; can be omitted when there are `impactMetrics`. */
  bucket?: UsageBucketDto;
  /** Metrics of the application, which safeguards of release plans can watch. */
  @ApiProperty({ type: () => [ReportedMetricDto] })
  impactMetrics?: ReportedMetricDto[];
}

/** A program that forwarded a registration. */
export class ConnectViaDto {
  /** Name of the program. */
  appName: string;
  /** Instance id of the program. */
  instanceId: string;
}

/** An application behind an edge or proxy. */
export class BulkRegistrationDto {
  /** The programs through which it is connected. */
  connectVia?: ConnectViaDto[];
  /** Name of the application. */
  appName: string;
  /** Environment in which it runs. */
  environment: string;
  /** Instance id of the application. */
  instanceId: string;
  /** Reporting interval in milliseconds. */
  interval?: number;
  /** When it started: ISO 8601, or milliseconds since 1970. */
  @ApiProperty(MOMENT)
  started?: string | number;
  /** Names of the strategies it supports. */
  strategies?: string[];
  /** Name and version of its SDK. */
  sdkVersion?: string;
}

/** Evaluations of a feature by an application in an environment. */
export class BulkUsageDto extends EvaluationsDto {
  /** Name of the feature. */
  featureName: string;
  /** Name of the application. */
  appName: string;
  /** Name of the environment. Lines for environments other than the token's are ignored. */
  environment: string;
  /** Time: ISO 8601, or milliseconds since 1970; now by default. */
  @ApiProperty(MOMENT)
  timestamp?: string | number;
}

/** A metric of an application behind an edge or proxy. */
export class BulkReportedMetricDto extends ReportedMetricDto {
  /** Name of the application; by default the label `appName` of each sample. */
  appName?: string;
  /** Its environment. Metrics of other environments than the token's are ignored. */
  environment?: string;
}

/** A bulk report of an edge or proxy. */
export class BulkMetricsDto {
  /** Running applications. Those with empty or too long names are ignored. */
  applications: BulkRegistrationDto[];
  /** Their usage. Lines with invalid names are ignored. */
  metrics: BulkUsageDto[];
  /** Metrics that they measure themselves. */
  @ApiProperty({ type: () => [BulkReportedMetricDto] })
  impactMetrics?: BulkReportedMetricDto[];
}
