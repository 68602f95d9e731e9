import { ApiProperty } from '@nestjs/swagger';

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
