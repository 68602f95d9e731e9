import { ApplicationPageQuery } from '../../../flags/project/application/application.dto.js';
import { Text, TextList } from '../../../platform/http/validation/shape.decorators.js';

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
  @Text({ optional: true, nullable: true })
  url?: string | null;
  /** Colour for display, such as `#ff0000`. */
  @Text({ optional: true, nullable: true })
  color?: string | null;
  /** Name of an icon for display. */
  @Text({ optional: true, nullable: true })
  icon?: string | null;
}
