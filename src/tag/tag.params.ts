/** A tag type, as paths of tags name it. */
export class TagsOfTypeParams {
  /** Name of the tag type. */
  type: string;
}

/** A tag, as paths name it. */
export class TagParams extends TagsOfTypeParams {
  /** Value of the tag. */
  value: string;
}

/** A tag type, as its own paths name it. */
export class TagTypeParams {
  /** Name of the tag type. */
  name: string;
}
