import { Text } from '../http/validation/shape.decorators.js';
import { RefuseUnknown } from '../http/validation/unknown-keys.js';
import { URL_NAME, URL_NAME_WANTED } from '../http/validation/url-name.js';

/** A kind of tag to be created. */
@RefuseUnknown()
export class TagTypeDto {
  /** Unique name: 2 to 50 characters that a URL path carries as they are. */
  @Text({ min: 2, max: 50, pattern: URL_NAME, wanted: URL_NAME_WANTED })
  name: string;
  /** What tags of this type are about. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
  /** What stands for the type where there is little room, such as a letter. */
  @Text({ optional: true, nullable: true })
  icon?: string | null;
}

/** What changes of a tag type. What is left out stays. */
export class UpdateTagTypeDto {
  /** What tags of this type are about. */
  @Text({ optional: true, nullable: true })
  description?: string | null;
  /** What stands for the type where there is little room. */
  @Text({ optional: true, nullable: true })
  icon?: string | null;
}
