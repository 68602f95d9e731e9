export const archivedFeatureTexts = {
  archived: 'This feature is archived. SDKs no longer get it.',
  revive: 'Revive',
  revived: (name: string): string => `${name} is back. It is off in all environments.`,
  delete: 'Delete for good',
  deleteTitle: (name: string): string => `Delete ${name} for good`,
  deleteHint: 'Its strategies, variants and tags are lost. This cannot be undone.',
  deleted: (name: string): string => `${name} is deleted.`,
};
