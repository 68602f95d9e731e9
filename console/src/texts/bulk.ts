import { counted } from './ui.js';

const features = (count: number): string => counted(count, 'feature', 'features');

export const bulkTexts = {
  bar: 'Selected features',
  environment: 'Environment',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  archive: 'Archive',
  revive: 'Revive',
  tag: 'Add a tag',
  untag: 'Remove a tag',
  clear: 'Clear the selection',
  titles: {
    on: (count: number, environment: string): string =>
      `Turn on ${features(count)} in ${environment}`,
    off: (count: number, environment: string): string =>
      `Turn off ${features(count)} in ${environment}`,
    archive: (count: number): string => `Archive ${features(count)}`,
    revive: (count: number): string => `Revive ${features(count)}`,
    tag: (count: number): string => `Add a tag to ${features(count)}`,
    untag: (count: number): string => `Remove a tag from ${features(count)}`,
  },
  done: (count: number): string => `${features(count)} changed.`,
  partly: 'Some projects are changed already, others are not. ',
  removedTag: 'Tag',
  removedTagHint: 'Features that lack it stay as they are.',
  noTags: 'None of these features has a tag.',
  tagType: 'Tag type',
  tagValue: 'Value',
  reviveHint: 'Revived features are off in all environments.',
  archiveHint: 'SDKs no longer get archived features. You can revive them.',
  reason: 'Reason',
  emergencyHint: 'Only for turning off at once in an emergency. It is recorded in the audit log.',
  reasonHint: 'The guard of a project requires it. It is recorded in the audit log.',
};
