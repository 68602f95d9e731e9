import { ApiProperty } from '@nestjs/swagger';

/** How often a feature was evaluated for an application, in an environment, within an hour. */
export class HourUsageResponse {
  /** Name of the feature. */
  featureName: string;
  /** Name of the application. */
  appName: string;
  /** Name of the environment. */
  environment: string;
  /** When the hour began. */
  @ApiProperty({ format: 'date-time' })
  timestamp: string;
  /** How often the feature was on. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  yes: number;
  /** How often the feature was off. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  no: number;
  /** How often each variant was given, by name; left out where there was none. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer', minimum: 0 } })
  variants?: Record<string, number>;
}

/** Usage of a feature, hour by hour. */
export class RawUsageResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** How settled this form is: `stable`. */
  maturity: string;
  /**
   * A row for each hour, application and environment, oldest hours first. Hours without use are
   * filled with zeros; there is nothing when the whole time is without.
   */
  data: HourUsageResponse[];
}

/** How often a feature was evaluated in an environment within the last hour. */
export class EnvironmentUsageResponse {
  /** Name of the environment. */
  environment: string;
  /** When the hour began that the latest of it was counted in. */
  @ApiProperty({ format: 'date-time' })
  timestamp: string;
  /** How often the feature was on. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  yes: number;
  /** How often the feature was off. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  no: number;
}

/** How a feature has been used lately. */
export class UsageSummaryResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** How settled this form is: `stable`. */
  maturity: string;
  /** Name of the feature. */
  featureName: string;
  /** Its use in the hours that began within the last 60 minutes, summed up for each environment. */
  lastHourUsage: EnvironmentUsageResponse[];
  /** Names of the applications that used it within the last 24 hours. */
  seenApplications: string[];
}

/** A feature that applications ask for and that does not exist. */
export class UnknownFlagResponse {
  /** Name by which applications ask for it. */
  name: string;
  /** The last hour in which one did. */
  @ApiProperty({ format: 'date-time' })
  lastSeenAt: string;
  /** When the audit log last tells of a feature of this name; null when it never does. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lastEventAt: string | null;
  /** Which applications asked for it, and where. */
  reports: UnknownFlagReportResponse[];
}

/** An application that asks for a feature that does not exist. */
export class UnknownFlagReportResponse {
  /** Name of the application. */
  appName: string;
  /** Where it asked. */
  environments: UnknownFlagPlaceResponse[];
}

/** An environment in which a feature is asked for that does not exist. */
export class UnknownFlagPlaceResponse {
  /** Name of the environment. */
  environment: string;
  /** The last hour in which it was asked for there. */
  @ApiProperty({ format: 'date-time' })
  seenAt: string;
}

/** Features that applications ask for and that do not exist. */
export class UnknownFlagsResponse {
  /** The 1000 that were asked for last at most, the latest first. */
  unknownFlags: UnknownFlagResponse[];
}

/** What the former ways to read usage answer. */
export class FormerUsageResponse {
  /** Nothing any more. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  lastHour: object;
  /** Nothing any more. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  lastMinute: object;
  /** That this is out of use: `deprecated`. */
  maturity: string;
}
