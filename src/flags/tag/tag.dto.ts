import { ApiProperty } from '@nestjs/swagger';
import { ListOf, Part, Text, TextList } from '../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../platform/http/validation/unknown-keys.js';
import { URL_NAME, URL_NAME_WANTED } from '../../platform/http/validation/url-name.js';
import { BadDataError } from '../../platform/errors/general.errors.js';

/** A tag type in a path. */
export class TagsOfTypeParams {
  /** Name of the tag type. */
  type: string;
}

/** A tag in a path. */
export class TagParams extends TagsOfTypeParams {
  /** Value of the tag. */
  value: string;
}

/** A tag type in its own path. */
export class TagTypeParams {
  /** Name of the tag type. */
  name: string;
}

/** A tag. */
export class TagDto {
  /** Value, 2 to 50 characters, including surrounding blanks. */
  @Text({ min: 2, max: 50 })
  value: string;
  /** Tag type, 2 to 50 characters. */
  @Text({ min: 2, max: 50 })
  type: string;
}

/** A tag to create. */
export class CreateTagDto {
  /** Value, 2 to 50 characters after removing surrounding blanks. */
  @Text({ min: 2, max: 50, trim: true })
  value: string;
  /** Tag type, 2 to 50 characters. */
  @Text({ min: 2, max: 50 })
  type: string;
}

/** Changes of the tags of a feature. */
export class UpdateTagsDto {
  /** Tags to add. Unknown ones are created. */
  @ListOf(() => TagDto)
  addedTags: TagDto[];
  /** Tags to remove; missing ones are ignored. A tag in both lists is removed. */
  @ListOf(() => TagDto)
  removedTags: TagDto[];
}

/** Changes of the tags of several features. */
export class UpdateTagsOfFeaturesDto {
  /** Names of features of the project. */
  @TextList()
  features: string[];
  /** The changes for each feature. */
  @Part(() => UpdateTagsDto)
  tags: UpdateTagsDto;
}

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

/** A tag of a feature. */
export class TagResponse {
  /** Value, 2 to 50 characters. */
  @ApiProperty({ minLength: 2, maxLength: 50 })
  value: string;
  /** Tag type, 2 to 50 characters. */
  @ApiProperty({ minLength: 2, maxLength: 50 })
  type: string;
}

/** A list of tags. */
export class TagListResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The tags, ordered by type and value. */
  tags: TagResponse[];
}

/** One tag. */
export class OneTagResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The tag. */
  tag: TagResponse;
}

/** A tag type. */
export class TagTypeResponse {
  /** Unique name of the tag type, 2 to 50 characters. */
  name: string;
  /** Description; null when there is none. */
  description: string | null;
  /** Icon, such as a letter; null when there is none. */
  icon: string | null;
}

/** A tag type as sent. */
export class SentTagTypeResponse {
  /** Name of the tag type, 2 to 50 characters. */
  name: string;
  /** Description; absent when it was not sent. */
  description?: string | null;
  /** Icon; absent when it was not sent. */
  icon?: string | null;
}

/** All tag types. */
export class TagTypeListResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The tag types, ordered by name. */
  tagTypes: TagTypeResponse[];
}

/** One tag type. */
export class OneTagTypeResponse {
  /** Version of this format; always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The tag type. */
  tagType: TagTypeResponse;
}

/** A valid tag type. */
export class ValidTagTypeResponse {
  /** Always true; invalid ones are refused with an error. */
  valid: boolean;
  /** The tag type as sent. */
  tagType: SentTagTypeResponse;
}

/** A feature in a path without project; names are unique across all projects. */
export class FeatureNameParams {
  /** Name of the feature. */
  featureName: string;
}

/** A tag of a feature in a path. */
export class FeatureTagParams extends FeatureNameParams {
  /** Name of the tag type. */
  type: string;
  /** Value of the tag. */
  value: string;
}

/**
 * Parses tags in the form `type:value`.
 * @throws BadDataError when one is malformed.
 */
export function parseTags(texts: readonly string[] | undefined): { type: string; value: string }[] {
  return (texts ?? []).map((text) => {
    const colon = text.indexOf(':');
    if (colon < 1) throw new BadDataError(`A tag must have the form type:value, not "${text}".`);
    return { type: text.slice(0, colon), value: text.slice(colon + 1) };
  });
}
