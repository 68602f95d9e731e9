import type * as en from '../create-feature.js';

export const createFeatureTexts: typeof en.createFeatureTexts = {
  newTitle: 'Neues Feature',
  name: 'Name',
  nameHint: 'So nennt der Code das Feature. Der Name lässt sich später nicht ändern.',
  nameFree: 'Dieser Name ist frei.',
  create: 'Feature erstellen',
  createdDone: (name) => `${name} ist erstellt und in allen Umgebungen aus.`,
  noProjects: 'Es gibt noch kein Projekt. Zuerst eines erstellen.',
};
