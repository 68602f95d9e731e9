import type * as en from '../feature-links.js';

export const featureLinkTexts: typeof en.featureLinkTexts = {
  heading: 'Liens',
  none: 'Aucun lien',
  add: 'Ajouter un lien',
  addTitle: (feature) => `Ajouter un lien à ${feature}`,
  added: 'Le lien est ajouté.',
  edit: (title) => `Modifier le lien ${title}`,
  editTitle: 'Modifier le lien',
  saved: 'Le lien est enregistré.',
  remove: (title) => `Retirer le lien ${title}`,
  removed: (title) => `Le lien ${title} est retiré.`,
  url: 'Adresse',
  urlHint: 'Une page ailleurs, comme un ticket ou un document, avec https:// ou http://.',
  title: 'Titre',
  titleHint: 'Affiché à la place de l’adresse.',
  template: 'D’après un modèle du projet',
  noTemplate: 'Aucun',
};
