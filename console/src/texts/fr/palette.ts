import type * as en from '../palette.js';

export const paletteTexts: typeof en.paletteTexts = {
  title: 'Chercher, activer, désactiver',
  placeholder: 'Fonctionnalité, personne, page ou action',
  turnOff: (feature, environment) => `Désactiver ${feature} dans ${environment}`,
  turnOn: (feature, environment) => `Activer ${feature} dans ${environment}`,
  open: (feature) => `Ouvrir ${feature}`,
  isOn: 'est activée',
  isOff: 'est désactivée',
  page: 'Page',
  person: 'Personne',
  action: 'Action',
  actions: {
    createFeature: 'Créer une fonctionnalité',
    createProject: 'Créer un projet',
    createToken: 'Créer un jeton d’API',
    createSegment: 'Créer un segment',
    invite: 'Ajouter ou inviter une personne',
    evaluate: 'Essayer ce que reçoit un utilisateur',
    whatChanged: 'Chercher ce qui a changé',
    whatCaused: 'Trouver quelle modification a causé un incident',
  },
  searching: 'Recherche…',
  nothing: 'Rien ne correspond.',
};
