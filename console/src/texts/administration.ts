export const administrationTexts = {
  title: 'Administration',
  projects: 'Projects',
  apiTokens: 'API tokens',
  environments: 'Environments',
  segments: 'Segments',
  contextFields: 'Context fields',
  tagTypes: 'Tag types',
  strategies: 'Strategies',
  users: 'Users',
  userGroups: 'Groups',
  roles: 'Roles',
  serviceAccounts: 'Service accounts',
};
