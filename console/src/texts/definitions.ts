import { counted } from './format.js';

export const segmentTexts = {
  title: 'Segments',
  intro: 'A segment is a named set of constraints that strategies share.',
  project: 'Project',
  allProjects: 'All projects',
  constraints: 'Constraints',
  count: (count: number): string => counted(count, 'constraint', 'constraints'),
  used: 'Used in',
  usedIn: (features: number): string => counted(features, 'feature', 'features'),
  emptyTitle: 'There are no segments yet',
  empty: 'Create one for a group of users that several features treat alike.',
  deleteTitle: (name: string): string => `Delete the segment ${name}`,
  create: 'Create a segment',
  editTitle: (name: string): string => `Edit the segment ${name}`,
};

export const usageTexts = {
  title: (name: string): string => `Usage of ${name}`,
  show: 'Usage',
  feature: 'Feature',
  environment: 'Environment',
  strategy: 'Strategy',
  none: 'Nothing uses it.',
};

export const contextFieldTexts = {
  title: 'Context fields',
  intro:
    'What applications say about the user they ask for, such as an id or a country. Constraints compare it with values.',
  create: 'Create a context field',
  stickiness: 'Stickiness',
  stickinessHint: 'Gradual rollouts can use it, so that the same user always gets the same answer.',
  yes: 'yes',
  no: 'no',
  legalValues: 'Legal values',
  legalValuesHint: 'What editors of constraints offer. Empty: any value.',
  value: 'Value',
  addValue: 'Add a value',
  removeValue: (row: number): string => `Remove value ${row}`,
  anyValue: 'any',
  used: 'Used in',
  emptyTitle: 'There are no context fields',
  empty: 'Create one for what your applications know about a request.',
  editTitle: (name: string): string => `Edit ${name}`,
  deleteTitle: (name: string): string => `Delete the context field ${name}`,
  deleteHint: 'It can be deleted if nothing uses it and it is not built in. This cannot be undone.',
};

export const tagTypeTexts = {
  title: 'Tag types',
  intro: 'Tags have a type, such as team or ticket. They filter lists of features.',
  create: 'Create a tag type',
  icon: 'Icon',
  iconHint: 'A letter or a symbol.',
  emptyTitle: 'There are no tag types',
  empty: 'Create one to tag features.',
  editTitle: (name: string): string => `Edit ${name}`,
  deleteTitle: (name: string): string => `Delete the tag type ${name}`,
  deleteHint: 'All its tags are removed from all features. This cannot be undone.',
};

export const strategyTexts = {
  title: 'Strategies',
  intro: 'Ways to decide for whom a feature is on. Prefer constraints and segments to custom ones.',
  create: 'Create a strategy',
  displayTitle: 'Title',
  builtIn: 'built in',
  deprecated: 'deprecated',
  parameters: 'Parameters',
  parametersHint: 'Types: string, percentage, list, number, boolean.',
  parameterType: 'Type',
  parameterName: 'Name',
  addParameter: 'Add a parameter',
  removeParameter: (row: number): string => `Remove parameter ${row}`,
  deprecate: 'Deprecate',
  reactivate: 'Reactivate',
  deprecatedDone: (name: string): string => `${name} is deprecated. Features keep using it.`,
  reactivatedDone: (name: string): string => `${name} is active again.`,
  noParameters: 'none',
  empty: 'There are no strategies.',
  editTitle: (name: string): string => `Edit ${name}`,
  deleteTitle: (name: string): string => `Delete the strategy ${name}`,
  deleteHint: 'It can be deleted if no feature uses it. Otherwise deprecate it.',
};
