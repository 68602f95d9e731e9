import { Flag, Text } from '../../../platform/http/validation/shape.decorators.js';
import { URL_NAME, URL_NAME_WANTED } from '../../../platform/http/validation/url-name.js';

/** The clone of a feature. */
export class CloneFeatureDto {
  /** Name of the clone: 1 to 100 URL-safe characters, unique across all projects. */
  @Text({ min: 1, max: 100, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
  /**
   * Whether `groupId` in the strategies becomes the new name, so that users are distributed
   * independently; true by default.
   */
  @Flag({ optional: true })
  replaceGroupId?: boolean;
}
