import { ListOf, Part, Text, TextList } from '../../platform/http/validation/shape.decorators.js';

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
