import { counted } from './format.js';

const features = (count: number): string => counted(count, 'feature', 'features');

export const bulkTexts = {
  bar: 'Selected features',
  selected: (count: number): string => `${features(count)} selected`,
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
  undone: (projects: number): string => `Undone in ${counted(projects, 'project', 'projects')}.`,
  failedIn: (project: string, why: string): string => `${project}: nothing was changed. ${why}`,
  parts: 'What becomes of the features',
  reading: 'Reading what this does…',
  already: {
    on: 'already on',
    off: 'already off',
    archive: 'already archived',
    revive: 'not archived',
    tag: 'already has the tag',
    untag: 'lacks the tag',
  },
  will: {
    on: 'will be turned on',
    off: 'will be turned off',
    archive: 'will be archived',
    revive: 'will be revived',
    tag: 'will be tagged',
    untag: 'will lose the tag',
  },
  has: {
    on: 'turned on',
    off: 'turned off',
    archive: 'archived',
    revive: 'revived',
    tag: 'tagged',
    untag: 'has lost the tag',
  },
  states: {
    approval: 'requires approvals',
    guarded: 'needs a reason',
    refused: 'refused: nothing was changed',
    proposed: 'added to your change request',
  },
  removedTag: 'Tag',
  removedTagHint: 'Features that lack it stay as they are.',
  noTags: 'None of these features has a tag.',
  tagType: 'Tag type',
  tagValue: 'Value',
  reviveHint: 'Revived features are off in all environments.',
  archiveHint: 'SDKs no longer get archived features. You can revive them.',
  approvalHint: 'Add what requires approvals to your change request, and send it to review there.',
  reason: 'Reason',
  emergencyHint:
    'In an emergency, a reason also turns off at once what requires approvals. It is recorded in the audit log.',
  reasonHint: 'The guard of a project requires it. It is recorded in the audit log.',
};
