export const editFeatureTexts = {
  editTitle: (name: string): string => `Edit ${name}`,
  saved: (name: string): string => `Saved ${name}.`,
  descriptionHint: 'What the feature does, and who to ask about it.',
  impressionDataHint: 'SDKs report each evaluation to the application, for analytics.',
};

/** Texts of adding a tag. */
export const tagFormTexts = {
  tagType: 'Type of the tag',
  tagValue: 'Value',
  tagAdded: (tag: string): string => `Added the tag ${tag}.`,
};
