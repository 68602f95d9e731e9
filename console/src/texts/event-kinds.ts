/** The types of events in words. */
export const eventKindTexts = {
  /** Such as `Feature environment enabled`. */
  kindOf: (type: string): string =>
    `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll('-', ' ')}`,
};
