import { counted } from '../format.js';
import type * as en from '../home.js';

export const homeTexts: typeof en.homeTexts = {
  title: 'Start',
  followed: 'Ihre Favoriten',
  noFollowed: 'Ein Feature mit dem Stern markieren, dann steht sein Schalter für Produktion hier.',
  waiting: 'Wartet auf Sie',
  nothingWaits:
    'Keine Prüfung, kein Entwurf und kein Zeitplan der nächsten sieben Tage wartet auf Sie.',
  review: 'Prüfung',
  own: (state) => `Von Ihnen: ${state}`,
  allReviews: 'Alle Änderungsanträge',
  allSchedules: 'Alle Zeitpläne',
  attention: 'Braucht Aufmerksamkeit',
  nothingFails: 'In den letzten sieben Tagen ist nichts schiefgegangen.',
  integrationFails: 'Die letzte Zustellung ist gescheitert',
  drillFails: 'Die Kill-Switch-Übung ist gescheitert',
  stale: 'Veraltete Features',
  lastSeen: 'Zuletzt verwendet',
  noStale: 'Kein Feature ist veraltet.',
  allStale: (count) =>
    count === 1 ? 'Das veraltete Feature' : `Alle ${counted(count, '', 'veralteten Features')}`,
  changed: 'Heute geändert',
  nothingChanged: 'Heute hat niemand etwas geändert.',
  allChanges: 'Alle Ereignisse von heute',
  tokenExpires: 'Ihr persönliches Token läuft ab',
  tokenExpired: 'Ihr persönliches Token ist abgelaufen',
};
