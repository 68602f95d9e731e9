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
