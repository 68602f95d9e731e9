import { ApiProperty } from '@nestjs/swagger';

/** An SDK that an application is built with. */
export class ApplicationSdkResponse {
  /** Name of the SDK, such as `unleash-client-node`. */
  name: string;
  /** Its versions in use. */
  versions: string[];
}

/** An application that uses features of a project. */
export class ProjectApplicationResponse {
  /** Name of the application. */
  name: string;
  /**
   * The environments in which it reported usage of the project's features within the last 30 days.
   */
  environments: string[];
  /** Ids of its instances there that were seen within the last two days. */
  instances: string[];
  /** The SDKs of these instances. */
  sdks: ApplicationSdkResponse[];
}

/** Applications that use features of a project. */
export class ProjectApplicationsResponse {
  /** How many there are on all pages. */
  @ApiProperty({ type: 'integer', minimum: 0 })
  total: number;
  /** Those of this page, ordered by name. */
  applications: ProjectApplicationResponse[];
}

/** A version of an SDK that is outdated. */
export class OutdatedSdkResponse {
  /** The SDK and its version, such as `unleash-client-node:5.3.0`. */
  sdkVersion: string;
  /** Names of the applications that are built with it. */
  applications: string[];
}

/** Versions of SDKs that are outdated. */
export class OutdatedSdksResponse {
  /** Those that instances register with which were seen within the last two days. */
  sdks: OutdatedSdkResponse[];
}
