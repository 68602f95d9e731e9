import type * as en from '../create-feature.js';

export const createFeatureTexts: typeof en.createFeatureTexts = {
  newTitle: 'Nouvelle fonctionnalité',
  name: 'Nom',
  nameHint: 'Le code désigne la fonctionnalité par ce nom. Il ne peut plus être modifié ensuite.',
  nameFree: 'Ce nom est libre.',
  create: 'Créer la fonctionnalité',
  createdDone: (name) => `${name} est créée. Elle est désactivée dans tous les environnements.`,
  noProjects: 'Il n’y a pas encore de projet. Créez d’abord un projet.',
};
