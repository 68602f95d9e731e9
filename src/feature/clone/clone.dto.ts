import { Flag, Text } from '../../http/validation/shape.decorators.js';
import { URL_NAME, URL_NAME_WANTED } from '../../http/validation/url-name.js';

/** A feature to be made after another one. */
export class CloneFeatureDto {
  /**
   * Name of the new feature: 1 to 100 characters that a URL path carries as they are; unique over
   * all projects.
   */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
  /**
   * Whether the strategies' `groupId` becomes the new name, so that the two features reach
   * different users; true by default.
   */
  @Flag({ optional: true })
  replaceGroupId?: boolean;
}
