import { Text } from '../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../platform/http/validation/unknown-keys.js';
import { URL_NAME, URL_NAME_WANTED } from '../../platform/http/validation/url-name.js';

/** A tag type to create. */
@RefuseUnknown()
export class TagTypeDto {
  /** Unique name: 2 to 50 URL-safe characters. */
  @Text({ min: 2, max: 50, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
  /** Description. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
  /** Icon, such as a letter. */
  @Text({ optional: true, nullable: true })
  icon?: string | null;
}

/** Changes to a tag type. Omitted properties stay. */
export class UpdateTagTypeDto {
  /** Description. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
  /** Icon. */
  @Text({ optional: true, nullable: true })
  icon?: string | null;
}
