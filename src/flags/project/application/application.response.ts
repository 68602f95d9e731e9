import { ApiProperty } from '@nestjs/swagger';

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
