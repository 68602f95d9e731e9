import type * as en from '../edit-feature.js';

export const editFeatureTexts: typeof en.editFeatureTexts = {
  editTitle: (name) => `Modifier ${name}`,
  saved: (name) => `${name} est enregistrée.`,
  descriptionHint: 'Ce que fait la fonctionnalité, et à qui s’adresser.',
  impressionDataHint: 'Les SDK signalent chaque évaluation à l’application, pour l’analyse.',
};

export const tagFormTexts: typeof en.tagFormTexts = {
  tagType: 'Type du tag',
  tagValue: 'Valeur',
  tagAdded: (tag) => `Le tag ${tag} est ajouté.`,
};
