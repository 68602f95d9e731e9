import { counted, number } from './format.js';

export const transferTexts = {
  title: 'Import and export',
  exportTitle: 'Export',
  exportIntro:
    'Writes features with their strategies, variants and states in one environment into a file, ' +
    'which this and other instances can import. Archived features are left out.',
  environment: 'Environment',
  project: 'Project',
  anyProject: 'All projects, by a tag',
  tag: 'Only features with this tag',
  tagHint: 'Its value, or type:value.',
  export: 'Export to a file',
  exported: (count: number): string => `${counted(count, 'feature', 'features')} exported.`,
  importTitle: 'Import',
  importIntro:
    'Creates the features of a file in a project, and replaces those that are there already. ' +
    'First you see what would happen.',
  file: 'File',
  chooseFile: 'Choose a file',
  fileHint: (megabytes: number): string => `An exported file, at most ${megabytes} MB.`,
  target: 'Into this project',
  targetEnvironment: 'Strategies and states into this environment',
  check: 'Check the file',
  tooLarge: (megabytes: number): string =>
    `The file has more than ${megabytes} MB. Export fewer features at once, such as by tag.`,
  requiresApproval:
    'Nothing was imported: the environment requires approvals, and a change request cannot contain ' +
    'an import. Import into an environment without approvals, and propose the rest feature by ' +
    'feature.',
  notJson: 'The file is not an export: it is not JSON with features. Choose another file.',
  noFile: 'Choose a file first.',
  checked: 'What the import does',
  contents: (features: number, strategies: number, tags: number, segments: number): string =>
    [
      counted(features, 'feature', 'features'),
      counted(strategies, 'strategy', 'strategies'),
      counted(tags, 'tag', 'tags'),
      counted(segments, 'segment', 'segments'),
    ].join(', ') + '.',
  errors: 'Problems that prevent the import',
  warnings: 'What may be unexpected',
  permissions: 'You lack permissions for this',
  good: 'Nothing prevents the import.',
  fix: 'Correct this in the file or in the project, and check again.',
  import: (count: number, project: string): string =>
    `Import ${counted(count, 'feature', 'features')} into ${project}`,
  imported: (count: number, project: string): string =>
    `${counted(count, 'feature', 'features')} imported into ${project}.`,
  toProject: 'Go to the project',
  more: (count: number): string => `and ${number(count)} more`,
};
