import { ApiExtraModels, ApiProperty } from '@nestjs/swagger';

// These describe bodies; what checks them is the reading of reports, by hand.

const MOMENT = { oneOf: [{ type: 'string', format: 'date-time' }, { type: 'integer' }] };
const COUNTS = { type: 'object', additionalProperties: { type: 'integer', minimum: 0 } } as const;

/** An application that starts. */
export class ClientApplicationDto {
  /** Name of the application, 1 to 255 characters. */
  appName: string;
  /** Which process of the application; `default` when it is left out. */
  instanceId?: string;
  /** Name and version of the SDK, such as `unleash-client-node:6.0.0`. */
  sdkVersion?: string;
  /** The environment, for tokens that are not for one. Deprecated: the token says which. */
  @ApiProperty({ required: false, deprecated: true })
  environment?: string;
  /** What runs the SDK, such as `node`. */
  platformName?: string;
  /** Version of what runs the SDK. */
  platformVersion?: string;
  /** Version of the evaluation engine that the SDK is built on. */
  yggdrasilVersion?: string;
  /** Version of the client specification that the SDK follows. */
  specVersion?: string;
  /** How often the application is going to report usage, in milliseconds. */
  @ApiProperty({ minimum: 0 })
  interval: number;
  /** When the application started: ISO 8601, or milliseconds since 1970. */
  @ApiProperty(MOMENT)
  started: string | number;
  /** Names of the kinds of strategies that the application knows. */
  strategies: string[];
}

/** How often a feature was evaluated. */
export class EvaluationsDto {
  /** How often the feature was on; 0 by default. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  yes?: number;
  /** How often the feature was off; 0 by default. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  no?: number;
  /** How often each variant was given, by name. */
  @ApiProperty(COUNTS)
  variants?: Record<string, number>;
}

/** What was counted in a span of time. */
@ApiExtraModels(EvaluationsDto)
export class UsageBucketDto {
  /** When counting began: ISO 8601, or milliseconds since 1970. */
  @ApiProperty(MOMENT)
  start: string | number;
  /**
   * When counting ended, which is what the usage is booked under. What is later than now counts as
   * now.
   */
  @ApiProperty(MOMENT)
  stop: string | number;
  /** Evaluations by the name of the feature. Names that no feature can have are passed over. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: '#/components/schemas/EvaluationsDto' },
  })
  toggles: Record<string, EvaluationsDto>;
}

/** Usage that one application reports. */
export class ClientMetricsDto {
  /** Name of the application, 1 to 255 characters. */
  appName: string;
  /** Which process of the application; `default` when it is left out. */
  instanceId?: string;
  /** The environment, for tokens that are not for one. Deprecated: the token says which. */
  @ApiProperty({ required: false, deprecated: true })
  environment?: string;
  /** Name and version of the SDK. */
  sdkVersion?: string;
  /** What runs the SDK, such as `node`. */
  platformName?: string;
  /** Version of what runs the SDK. */
  platformVersion?: string;
  /** Version of the evaluation engine that the SDK is built on. */
  yggdrasilVersion?: string;
  /** Version of the client specification that the SDK follows. */
  specVersion?: string;
  /** What was counted. */
  bucket: UsageBucketDto;
}

/** Through which process something came. */
export class ConnectViaDto {
  /** Name of the program. */
  appName: string;
  /** Which process of it. */
  instanceId: string;
}

/** An application that runs behind whoever reports it. */
export class BulkRegistrationDto {
  /** Through what the application is connected. */
  connectVia?: ConnectViaDto[];
  /** Name of the application. */
  appName: string;
  /** The environment in which it runs. */
  environment: string;
  /** Which process of the application. */
  instanceId: string;
  /** How often it reports usage, in milliseconds. */
  interval?: number;
  /** When it started: ISO 8601, or milliseconds since 1970. */
  @ApiProperty(MOMENT)
  started?: string | number;
  /** Names of the kinds of strategies that it knows. */
  strategies?: string[];
  /** Name and version of its SDK. */
  sdkVersion?: string;
}

/** How often an application evaluated a feature in an environment. */
export class BulkUsageDto extends EvaluationsDto {
  /** Name of the feature. */
  featureName: string;
  /** Name of the application. */
  appName: string;
  /** The environment. Where the token is for another one, the line is passed over. */
  environment: string;
  /** When: ISO 8601, or milliseconds since 1970; now by default. */
  @ApiProperty(MOMENT)
  timestamp?: string | number;
}

/** What an edge or a proxy reports of those behind it. */
export class BulkMetricsDto {
  /**
   * Applications that run. Those with names that cannot be kept, which are empty or too long, are
   * passed over.
   */
  applications: BulkRegistrationDto[];
  /** What they used. Lines with names that nothing can have are passed over. */
  metrics: BulkUsageDto[];
}
