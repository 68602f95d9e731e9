import { counted } from './format.js';

export const templateTexts = {
  title: 'Templates',
  intro: 'Features and projects to make others like.',
  create: 'New template',
  emptyTitle: 'There are no templates',
  empty: 'Make one from a feature or a project that is as others should be.',
  makes: 'Makes',
  feature: 'a feature',
  project: (features: number): string =>
    `a project with ${counted(features, 'feature', 'features')}`,
  none: 'none',
  parameters: 'Parameters',
  parametersHint:
    'Texts that differ each time: wherever the text occurs, it is replaced by what is chosen.',
  parameter: 'Parameter',
  preset: 'Its text here',
  addParameter: 'Add a parameter',
  removeParameter: (row: number): string => `Remove parameter ${row}`,
  fromProject: 'Project',
  fromFeature: 'Feature',
  fromFeatureHint: 'Its name. Empty: the whole project with its features.',
  use: 'Use',
  useOf: (name: string): string => `Use the template ${name}`,
  used: (name: string): string => `Made from the template ${name}.`,
  newId: 'Id of the new project',
  newProject: 'Name of the new project',
  newFeature: 'Name of the new feature',
  inProject: 'In which project',
  deleteTitle: (name: string): string => `Delete the template ${name}`,
  deleteHint: 'What was made from it stays.',
};
