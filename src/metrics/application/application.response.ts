import { ApiProperty } from '@nestjs/swagger';

/** Where an application may look. */
export class ApplicationUsageResponse {
  /** Id of a project; `*` stands for all of them. */
  project: string;
  /** Names of environments. */
  environments: string[];
}

/** An application that uses features. */
export class ApplicationResponse {
  /** Name of the application. */
  appName: string;
  /** When it was first heard of. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** When what is shown here of it, other than its usage, changed last. */
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  /** When it was last heard of. */
  @ApiProperty({ format: 'date-time' })
  lastSeen: string;
  /** Who made it known: `unleash_system_user` where it registered itself. */
  createdBy: string;
  /** What it does; null when nobody said. */
  @ApiProperty({ type: String, nullable: true })
  description: string | null;
  /** The kinds of strategies that it knows, those that are defined here. */
  strategies: string[];
  /** Where more can be read about it; null when nobody said. */
  @ApiProperty({ type: String, nullable: true })
  url: string | null;
  /** The colour in which it is shown; null when nobody said. */
  @ApiProperty({ type: String, nullable: true })
  color: string | null;
  /** Name of the icon by which it is shown; null when nobody said. */
  @ApiProperty({ type: String, nullable: true })
  icon: string | null;
  /** What the tokens are good for with which it came. */
  usage: ApplicationUsageResponse[];
}

/** Applications. */
export class ApplicationsResponse {
  /** How many there are on all pages. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
  /** Those of this page, ordered by name. */
  applications: ApplicationResponse[];
}

/** What is not right with an application in an environment. */
export class ApplicationEnvironmentIssuesResponse {
  /** Features that it asked for there and that do not exist. */
  missingFeatures: string[];
  /** SDKs that its instances are built with and that are outdated. */
  outdatedSdks: string[];
}

/** An application in an environment. */
export class ApplicationEnvironmentResponse {
  /** Name of the environment. */
  name: string;
  /** How many of its instances were seen there within the last two days. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  instanceCount: number;
  /** The SDKs that these are built with, such as `unleash-client-node:6.0.0`. */
  sdks: string[];
  /** When one of them was last seen; null when none was. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lastSeen: string | null;
  /** What is not right there. */
  issues: ApplicationEnvironmentIssuesResponse;
}

/** What is not right with an application. */
export class ApplicationIssuesResponse {
  /** Kinds of strategies that it knows and that are not defined here. */
  missingStrategies: string[];
}

/** How an application is doing. */
export class ApplicationOverviewResponse {
  /** Ids of the projects whose features it used within the last 30 days. */
  projects: string[];
  /** How many features it used within the last 30 days. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  featureCount: number;
  /** The environments in which it was seen. */
  environments: ApplicationEnvironmentResponse[];
  /** What is not right with it. */
  issues: ApplicationIssuesResponse;
}

/** A process of an application. */
export class ApplicationInstanceResponse {
  /** Its id, as it told it. */
  instanceId: string;
  /** The SDK that it is built with; null when it did not tell. */
  @ApiProperty({ type: String, nullable: true })
  sdkVersion: string | null;
  /** The address from which it came; null when that is not known. */
  @ApiProperty({ type: String, nullable: true })
  clientIp: string | null;
  /** When it was last seen. */
  @ApiProperty({ format: 'date-time' })
  lastSeen: string;
}

/** Processes of an application in an environment. */
export class ApplicationInstancesResponse {
  /** Those that were seen within the last two days, the last one first; 1000 at most. */
  instances: ApplicationInstanceResponse[];
}
