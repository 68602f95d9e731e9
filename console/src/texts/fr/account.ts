import type * as en from '../account.js';

export const accountTexts: typeof en.accountTexts = {
  signOut: 'Se déconnecter',
  profile: 'Réglages personnels',
  docs: 'Documentation de l’API',
  language: 'Langue',
  theme: 'Thème',
  light: 'Clair',
  dark: 'Sombre',
  auto: 'Comme cet appareil',
};
