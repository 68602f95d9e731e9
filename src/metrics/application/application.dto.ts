import { Text, TextList } from '../../http/validation/shape.decorators.js';
import { ApplicationPageQuery } from '../../project/application/application.dto.js';

/** Which applications to list. */
export class ApplicationsQuery extends ApplicationPageQuery {
  /**
   * Text that the name, a project or an environment of an application must contain. Letter case
   * makes no difference.
   */
  @Text({ optional: true })
  query?: string;
  /** How many applications to answer, 1 to 1000; 1000 by default and for anything else. */
  @Text({ optional: true })
  limit?: string;
}

/** What people say about an application. What is left out stays as it is. */
export class DescribeApplicationDto {
  /** Name of the application. The path counts. */
  @Text({ optional: true })
  appName?: string;
  /** Name and version of the SDK. Not kept: instances tell theirs themselves. */
  @Text({ optional: true, nullable: true })
  sdkVersion?: string | null;
  /** Names of the kinds of strategies that the application knows. */
  @TextList({ optional: true, max: 200 })
  strategies?: string[];
  /** What the application does. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
  /** Where more can be read about it. */
  @Text({ optional: true, nullable: true })
  url?: string | null;
  /** The colour in which it is shown, such as `#ff0000`. */
  @Text({ optional: true, nullable: true })
  color?: string | null;
  /** Name of the icon by which it is shown. */
  @Text({ optional: true, nullable: true })
  icon?: string | null;
}
