import { ApiProperty } from '@nestjs/swagger';

/** A tag that a feature carries. */
export class TagResponse {
  /** The tag, 2 to 50 characters. */
  @ApiProperty({ minLength: 2, maxLength: 50 })
  value: string;
  /** Its tag type, 2 to 50 characters. */
  @ApiProperty({ minLength: 2, maxLength: 50 })
  type: string;
}

/** Some tags. */
export class TagListResponse {
  /** Version of this form of answer, always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The tags, ordered by type and value. */
  tags: TagResponse[];
}

/** One tag. */
export class OneTagResponse {
  /** Version of this form of answer, always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The tag. */
  tag: TagResponse;
}

/** A kind of tag. */
export class TagTypeResponse {
  /** Unique name of the tag type, 2 to 50 characters. */
  name: string;
  /** What tags of this type are about; null when nobody said. */
  description: string | null;
  /**
   * What stands for the type where there is little room, such as a letter; null when nobody chose
   * one.
   */
  icon: string | null;
}

/** A tag type as it was sent. */
export class SentTagTypeResponse {
  /** Name of the tag type, 2 to 50 characters. */
  name: string;
  /** What tags of this type are about; absent when it was not sent. */
  description?: string | null;
  /** What stands for the type where there is little room; absent when it was not sent. */
  icon?: string | null;
}

/** All tag types. */
export class TagTypeListResponse {
  /** Version of this form of answer, always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The tag types, ordered by name. */
  tagTypes: TagTypeResponse[];
}

/** One tag type. */
export class OneTagTypeResponse {
  /** Version of this form of answer, always 1. */
  @ApiProperty({ type: 'integer' })
  version: number;
  /** The tag type. */
  tagType: TagTypeResponse;
}

/** That a tag type can be created. */
export class ValidTagTypeResponse {
  /** Always true: what cannot be created is refused. */
  valid: boolean;
  /** The tag type as it was sent. */
  tagType: SentTagTypeResponse;
}
