export const createFeatureTexts = {
  newTitle: 'New feature',
  name: 'Name',
  nameHint: 'Code refers to the feature by this name. It cannot be changed later.',
  nameFree: 'This name is free.',
  create: 'Create feature',
  createdDone: (name: string): string => `Created ${name}. It is off in all environments.`,
  noProjects: 'There is no project yet. Create a project first.',
};
