import { ApplicationPageQuery } from '../../../flags/project/application/application.dto.js';
import { Text, TextList } from '../../../platform/http/validation/shape.decorators.js';
import { ApiProperty, PartialType, PickType } from '@nestjs/swagger';
import { BareFeatureResponse } from '../../../flags/feature/feature.response.js';
import { StrategyDefinitionResponse } from '../../../flags/strategy-definition/strategy-definition.dto.js';

/** An application in a path. */
export class ApplicationParams {
  /** Name of the application. */
  appName: string;
}

/** An application in an environment in a path. */
export class ApplicationEnvironmentParams extends ApplicationParams {
  /** Name of the environment. */
  environment: string;
}

/** The page of applications to return. */
export class ApplicationsQuery extends ApplicationPageQuery {
  /**
   * Text that the name, a project or an environment of an application must contain, ignoring letter
   * case.
   */
  @Text({ optional: true })
  query?: string;
  /**
   * Id of a project that the applications can access; `*` for those with access to all projects.
   */
  @Text({ optional: true })
  project?: string;
  /** Name of an environment that the applications can access. */
  @Text({ optional: true })
  environment?: string;
  /** Number of applications to return, 1 to 1000; 1000 by default and for invalid values. */
  @Text({ optional: true })
  limit?: string;
}

/** The description of an application. Omitted properties stay. */
export class DescribeApplicationDto {
  /** Name of the application; ignored in favour of the path. */
  @Text({ optional: true })
  appName?: string;
  /** Name and version of the SDK; ignored, because instances report their own. */
  @Text({ optional: true, nullable: true })
  sdkVersion?: string | null;
  /** Names of the strategies that the application supports. */
  @TextList({ optional: true, max: 200 })
  strategies?: string[];
  /** Description. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
  /** URL with more information. */
  @Text({ optional: true, emptyIfNull: true })
  url?: string;
  /** Colour for display, such as `#ff0000`. */
  @Text({ optional: true, emptyIfNull: true })
  color?: string;
  /** Name of an icon for display. */
  @Text({ optional: true, emptyIfNull: true })
  icon?: string;
}

/** What the tokens of an application give access to. */
class ApplicationUsageResponse {
  /** Id of a project; `*` for all. */
  project: string;
  /** Names of environments. */
  environments: string[];
}

/** The properties of an application. */
class KnownApplicationResponse {
  /** Name of the application. */
  appName: string;
  /** When it first registered or reported. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  /** When the properties shown here last changed, without usage. */
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  /** When it was last seen. */
  @ApiProperty({ format: 'date-time' })
  lastSeen: string;
  /** Who created it; `unleash_system_user` when it registered itself. */
  createdBy: string;
  /** Description; null when there is none. */
  @ApiProperty({ type: String, nullable: true })
  description: string | null;
  /** The first of the projects of `usage`; null when there is none. */
  @ApiProperty({ type: String, nullable: true })
  project: string | null;
  /** The first of the environments there; null when there is none. */
  @ApiProperty({ type: String, nullable: true })
  environment: string | null;
  /** URL with more information; null when there is none. */
  @ApiProperty({ type: String, nullable: true })
  url: string | null;
  /** Colour for display; null when there is none. */
  @ApiProperty({ type: String, nullable: true })
  color: string | null;
  /** Name of an icon for display; null when there is none. */
  @ApiProperty({ type: String, nullable: true })
  icon: string | null;
  /** The projects and environments of the tokens that it reported with. */
  usage: ApplicationUsageResponse[];
}

/** An application. */
class ApplicationResponse extends KnownApplicationResponse {
  /** Supported strategies that are defined in this instance. */
  strategies: string[];
}

/** A strategy that an application supports. Only a defined one has all properties. */
class ApplicationStrategyResponse extends PartialType(StrategyDefinitionResponse) {
  /** Name by which SDKs know it. */
  override name: string;
  /** True for a kind of strategy that is not defined here; absent otherwise. */
  notFound?: boolean;
}

/** A feature that an application used. Only one that exists has all properties. */
class SeenFeatureResponse extends PartialType(BareFeatureResponse) {
  /** Name of the feature. */
  override name: string;
  /** True for a feature that does not exist; absent otherwise. */
  notFound?: boolean;
}

/** A process of an application. */
class PlacedInstanceResponse {
  /** Name of the application. */
  appName: string;
  /** Name of the environment. */
  environment: string;
  /** Instance id reported by the SDK. */
  instanceId: string;
  /** Name and version of the SDK; null when not reported. */
  @ApiProperty({ type: String, nullable: true })
  sdkVersion: string | null;
  /** IP address; null when unknown. */
  @ApiProperty({ type: String, nullable: true })
  clientIp: string | null;
  /** When it was last seen. */
  @ApiProperty({ format: 'date-time' })
  lastSeen: string;
  /** When it was first seen. */
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
}

/** Links of an application. */
class ApplicationLinksResponse {
  /** Path of the application in the reference. */
  self: string;
}

/** An application in detail. */
export class ApplicationDetailsResponse extends KnownApplicationResponse {
  /** The strategies that it supports. */
  strategies: ApplicationStrategyResponse[];
  /** Instances seen within the last two days, latest first; at most 1000. */
  instances: PlacedInstanceResponse[];
  /** The features that it used within the last 30 days, by name; 1000 at most. */
  seenToggles: SeenFeatureResponse[];
  /** Links of the application. */
  links: ApplicationLinksResponse;
}

/** A page of applications. */
export class ApplicationsResponse {
  /** Number of applications on all pages. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
  /** The applications of this page, ordered by name. */
  applications: ApplicationResponse[];
}

/** Problems of an application in an environment. */
class ApplicationEnvironmentIssuesResponse {
  /** Evaluated features that do not exist. */
  missingFeatures: string[];
  /** Outdated SDKs of its instances. */
  outdatedSdks: string[];
}

/** An application in an environment. */
class ApplicationEnvironmentResponse {
  /** Name of the environment. */
  name: string;
  /** Number of instances seen there within the last two days. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  instanceCount: number;
  /** SDKs of these instances, such as `unleash-client-node:6.0.0`. */
  sdks: string[];
  /** The same: instances in browsers and apps are not recorded. */
  backendSdks: string[];
  /** Always empty. */
  frontendSdks: string[];
  /** When an instance was last seen; null if never. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lastSeen: string | null;
  /** Problems in this environment. */
  issues: ApplicationEnvironmentIssuesResponse;
}

/** Problems of an application. */
class ApplicationIssuesResponse {
  /** Supported strategies that are not defined in this instance. */
  missingStrategies: string[];
}

/** The state of an application. */
export class ApplicationOverviewResponse {
  /** Ids of the projects whose features it used within the last 30 days. */
  projects: string[];
  /** Number of features it used within the last 30 days. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  featureCount: number;
  /** Environments in which it was seen. */
  environments: ApplicationEnvironmentResponse[];
  /** Problems in all environments. */
  issues: ApplicationIssuesResponse;
}

/** An instance of an application. */
class ApplicationInstanceResponse extends PickType(PlacedInstanceResponse, [
  'instanceId',
  'sdkVersion',
  'clientIp',
  'lastSeen',
]) {}

/** The instances of an application in an environment. */
export class ApplicationInstancesResponse {
  /** Instances seen within the last two days, latest first; at most 1000. */
  instances: ApplicationInstanceResponse[];
}
