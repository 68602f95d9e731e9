import { ApiProperty } from '@nestjs/swagger';
import { Text } from '../../../platform/http/validation/shape.decorators.js';

/** The page and the order of a list of applications. */
export class ApplicationPageQuery {
  /** Number of applications to skip; 0 by default. */
  @Text({ optional: true })
  offset?: string;
  /** Sort property; the result is always sorted by name. */
  @Text({ optional: true })
  sortBy?: string;
  /** Sort direction, `asc` (the default) or `desc`. */
  @Text({ optional: true })
  sortOrder?: string;
}

/** The page of applications to return. */
export class ApplicationListQuery extends ApplicationPageQuery {
  /**
   * Text that the name, an environment, an instance or the SDK of an application must contain,
   * ignoring letter case.
   */
  @Text({ optional: true })
  query?: string;
  /** Number of applications to return, 1 to 1000; 50 by default and for invalid values. */
  @Text({ optional: true })
  limit?: string;
}

/** An SDK of an application. */
export class ApplicationSdkResponse {
  /** Name of the SDK, such as `unleash-client-node`. */
  name: string;
  /** Versions in use. */
  versions: string[];
}

/** An application that uses features of a project. */
export class ProjectApplicationResponse {
  /** Name of the application. */
  name: string;
  /** Environments in which it reported usage of features of the project within the last 30 days. */
  environments: string[];
  /** Ids of its instances that were seen there within the last two days. */
  instances: string[];
  /** SDKs of these instances. */
  sdks: ApplicationSdkResponse[];
}

/** Applications that use features of a project. */
export class ProjectApplicationsResponse {
  /** Number of applications on all pages. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
  /** The applications of this page, ordered by name. */
  applications: ProjectApplicationResponse[];
}

/** An outdated SDK version. */
export class OutdatedSdkResponse {
  /** SDK and version, such as `unleash-client-node:5.3.0`. */
  sdkVersion: string;
  /** Names of the applications that use it. */
  applications: string[];
}

/** Outdated SDK versions. */
export class OutdatedSdksResponse {
  /** Outdated versions of instances that were seen within the last two days. */
  sdks: OutdatedSdkResponse[];
}
