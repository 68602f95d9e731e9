import { ListOf, Part, Text, TextList } from '../http/validation/shape.decorators.js';

/** A tag of a feature. */
export class TagDto {
  /** The tag, 2 to 50 characters. Blanks around it belong to it. */
  @Text({ min: 2, max: 50 })
  value: string;
  /** Its tag type, 2 to 50 characters. */
  @Text({ min: 2, max: 50 })
  type: string;
}

/** A tag to be created. */
export class CreateTagDto {
  /** The tag, 2 to 50 characters without the blanks around it, which are taken off. */
  @Text({ min: 2, max: 50, trim: true })
  value: string;
  /** Its tag type, 2 to 50 characters. */
  @Text({ min: 2, max: 50 })
  type: string;
}

/** How the tags of a feature change. */
export class UpdateTagsDto {
  /** Tags to be put on. Those that do not exist yet are created. */
  @ListOf(() => TagDto)
  addedTags: TagDto[];
  /**
   * Tags to be taken off; those that a feature lacks are passed over. A tag in both lists is taken
   * off.
   */
  @ListOf(() => TagDto)
  removedTags: TagDto[];
}

/** How the tags of several features change. */
export class UpdateTagsOfFeaturesDto {
  /** Names of features of the project. */
  @TextList()
  features: string[];
  /** What changes for each of them. */
  @Part(() => UpdateTagsDto)
  tags: UpdateTagsDto;
}
