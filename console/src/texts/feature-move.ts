export const moveTexts = {
  heading: 'Project',
  hint: 'In another project, other people may change the feature, and other rules apply to it. Its strategies, usage and history stay.',
  action: 'Move to another project',
  title: (feature: string): string => `Move ${feature} to another project`,
  project: 'New project',
  choose: 'Choose a project',
  none: 'There is no other project. Create one first.',
  toProjects: 'Projects',
  rules: 'It can be moved if',
  conditions: [
    'the new project has all environments in which it is on,',
    'it depends on no feature, and no feature depends on it,',
    'it uses no segment and no context field of its present project,',
    'it has no content in an environment that requires approvals, in both projects.',
  ],
  tokens: 'API tokens that are limited to the present project no longer get it.',
  moved: (feature: string, project: string): string => `${feature} is now in ${project}.`,
};
