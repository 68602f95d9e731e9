import { ApiProperty, PickType } from '@nestjs/swagger';
import { Text } from '../../../platform/http/validation/shape.decorators.js';

/** A feature in a path of usage. */
export class ReportedFeatureParams {
  /** Name of the feature, which need not exist. */
  name: string;
}

/** The period of usage to return. */
export class RawUsageQuery {
  /** Number of hours including the current one, 1 to 48; 24 by default and for invalid values. */
  @Text({ optional: true })
  hoursBack?: string;
}

/** Evaluations of a feature by an application in an environment within an hour. */
export class HourUsageResponse {
  /** Name of the feature. */
  featureName: string;
  /** Name of the application. */
  appName: string;
  /** Name of the environment. */
  environment: string;
  /** Start of the hour. */
  @ApiProperty({ format: 'date-time' })
  timestamp: string;
  /** Number of evaluations as on. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  yes: number;
  /** Number of evaluations as off. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  no: number;
  /** Number of evaluations by variant name; empty when there were none. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer', minimum: 0 } })
  variants: Record<string, number>;
}

/** Hourly usage of a feature. */
export class RawUsageResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** Maturity of this format: `stable`. */
  maturity: string;
  /**
   * A row per hour, application and environment, oldest first. Hours without usage contain zeros;
   * empty when the whole period has none.
   */
  data: HourUsageResponse[];
}

/** Evaluations of a feature in an environment within the last hour. */
export class EnvironmentUsageResponse extends PickType(HourUsageResponse, [
  'environment',
  'timestamp',
  'yes',
  'no',
]) {
  /** Start of the latest hour with usage. */
  @ApiProperty({ format: 'date-time' })
  override timestamp: string;
}

/** Recent usage of a feature. */
export class UsageSummaryResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** Maturity of this format: `stable`. */
  maturity: string;
  /** Name of the feature. */
  featureName: string;
  /** Usage in the hours that started within the last 60 minutes, summed by environment. */
  lastHourUsage: EnvironmentUsageResponse[];
  /** Names of the applications that used it within the last 24 hours. */
  seenApplications: string[];
}

/** A feature that applications evaluate but that does not exist. */
export class UnknownFlagResponse {
  /** Name of the feature. */
  name: string;
  /** The last hour with usage. */
  @ApiProperty({ format: 'date-time' })
  lastSeenAt: string;
  /** Last event of a feature with this name; null if there never was one. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lastEventAt: string | null;
  /** The applications that evaluated it. */
  reports: UnknownFlagReportResponse[];
}

/** An application that evaluates an unknown feature. */
export class UnknownFlagReportResponse {
  /** Name of the application. */
  appName: string;
  /** Environments in which it did. */
  environments: UnknownFlagPlaceResponse[];
}

/** An environment in which an unknown feature is evaluated. */
export class UnknownFlagPlaceResponse {
  /** Name of the environment. */
  environment: string;
  /** The last hour with usage in this environment. */
  @ApiProperty({ format: 'date-time' })
  seenAt: string;
}

/** Unknown features. */
export class UnknownFlagsResponse {
  /** At most 1000 features, most recently evaluated first. */
  unknownFlags: UnknownFlagResponse[];
}

/** Response of removed operations. */
export class FormerUsageResponse {
  /** Always empty. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  lastHour: object;
  /** Always empty. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  lastMinute: object;
  /** Always `deprecated`. */
  maturity: string;
}
