import type * as en from '../account.js';

export const accountTexts: typeof en.accountTexts = {
  signOut: 'Abmelden',
  profile: 'Persönliche Einstellungen',
  docs: 'API-Dokumentation',
  language: 'Sprache',
  theme: 'Farben',
  light: 'Hell',
  dark: 'Dunkel',
  auto: 'Wie auf diesem Gerät',
};
