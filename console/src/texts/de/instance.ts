import { counted, number, percent } from '../format.js';
import type * as en from '../instance.js';

export const inviteTexts: typeof en.inviteTexts = {
  title: 'Einladungslinks',
  intro: 'Wer einen solchen Link hat, kann damit ein Konto anlegen und bekommt die Rolle Viewer.',
  create: 'Neuer Einladungslink',
  name: 'Name',
  nameHint: 'Für wen er ist.',
  expires: 'Gültig bis',
  expiresHint: 'Höchstens einen Monat.',
  created: 'Erstellt',
  by: 'Erstellt von',
  users: 'Angelegte Konten',
  userCount: (count) => counted(count, 'Person', 'Personen'),
  state: 'Zustand',
  enabled: 'aktiviert',
  disabled: 'deaktiviert',
  expired: 'abgelaufen',
  link: 'Einladungslink',
  emptyTitle: 'Es gibt keine Einladungslinks',
  empty: 'Einen erstellen und Personen senden, die sich die Features hier ansehen dürfen.',
  enable: 'Aktivieren',
  disable: 'Deaktivieren',
  isEnabled: (name) => `Der Link ${name} ist aktiviert.`,
  isDisabled: (name) => `Der Link ${name} ist deaktiviert.`,
  changeExpiry: 'Ablauf ändern',
  changeExpiryOf: (name) => `Ablauf von ${name} ändern`,
  changed: (name) => `Der Link ${name} ist geändert.`,
};

export const instanceTexts: typeof en.instanceTexts = {
  title: 'Diese Instanz',
  about: 'Version und Adresse',
  name: 'Name',
  version: 'Version',
  instanceId: 'ID der Instanz',
  address: 'Adresse',
  installation: 'Installation',
  signIn: 'Wege der Anmeldung',
  mails: 'Sendet Mails',
  yes: 'ja',
  no: 'nein',
  none: 'keine',
  optional: 'Eingeschaltete Zusatzfunktionen',
  limits: 'Grenzen',
  limitsIntro: 'Mehr als das lehnt der Dienst ab.',
  limit: {
    segmentValues: 'Werte eines Segments',
    strategySegments: 'Segmente einer Strategie',
    featureEnvironmentStrategies: 'Strategien eines Features in einer Umgebung',
    constraints: 'Bedingungen einer Strategie',
    constraintValues: 'Werte einer Bedingung',
    environments: 'Umgebungen',
    projects: 'Projekte',
    apiTokens: 'API-Tokens',
    segments: 'Segmente',
    featureFlags: 'Features',
  },
  sessions: 'Sitzungen einer Person',
  unlimited: 'keine Grenze',
  origins: 'Webseiten, die die Frontend-API aufrufen dürfen',
  originsIntro:
    'Browser lassen Seiten dieser Ursprünge mit einem Frontend-Token Features auswerten. Ein * ' +
    'steht für alle Ursprünge.',
  originsField: 'Ursprünge',
  originsHint: 'Einer pro Zeile, etwa https://shop.example.com.',
  changeOrigins: 'Ursprünge ändern',
  originsSaved: 'Die Ursprünge sind gespeichert.',
};

export const maintenanceTexts: typeof en.maintenanceTexts = {
  title: 'Wartungsmodus',
  intro:
    'Solange er an ist, lässt sich nichts ändern: Der Dienst lehnt Änderungen mit dem Grund ab, ' +
    'den Sie angeben. Lesen, Anmelden, SDKs und Berichte über Nutzung funktionieren weiter.',
  state: 'Zustand',
  on: 'an',
  off: 'aus',
  reason: 'Grund',
  reasonHint: 'Alle, die etwas zu ändern versuchen, sehen ihn.',
  noReason: 'keiner angegeben',
  turningOff: 'Ausschalten von Features',
  refused: 'ebenfalls abgelehnt',
  allowed: 'weiter möglich',
  refuse: 'Auch das Ausschalten von Features ablehnen',
  refuseHint: 'Ohne dies lässt sich ein Feature, das schadet, weiter ausschalten.',
  turnOn: 'Wartungsmodus einschalten',
  turnOff: 'Wartungsmodus ausschalten',
  turnOffHint: 'Alles lässt sich wieder ändern.',
  isOn: 'Der Wartungsmodus ist an.',
  isOff: 'Der Wartungsmodus ist aus.',
};

export const drillTexts: typeof en.drillTexts = {
  title: 'Kill-Switch-Übung',
  intro:
    'Ein eigens dafür vorgesehenes Feature wird regelmäßig geschaltet und auf jedem Weg ' +
    'zurückgelesen, auf dem SDKs Features bekommen, auf jeder Instanz.',
  state: 'Zustand',
  works: 'Alle hatten die letzte Schaltung rechtzeitig',
  fails: 'Nicht alle hatten die letzte Schaltung rechtzeitig',
  notYet: 'Noch ist keine Übung zu Ende',
  off: 'Übungen sind ausgeschaltet',
  lastSuccess: 'Letzter Erfolg',
  never: 'keiner unter den letzten Übungen',
  last: 'Der langsamste Weg hatte sie nach',
  missed: 'jemand hat sie nicht bekommen',
  milliseconds: (value) => `${number(value)} ms`,
  usual: 'In den letzten 24 Stunden',
  percentiles: (p50, p99) =>
    `die Hälfte der Übungen in ${number(p50)} ms, ${percent(99)} in ${number(p99)} ms`,
  none: 'keine',
  instances: 'Instanzen',
  budget: 'Fehlerbudget',
  left: (late, drills, left) =>
    `${counted(late, 'Übung', 'Übungen')} von ${number(drills)} diesen Monat zu spät, ` +
    `${percent(Math.round(100 * left))} des Budgets übrig`,
  broken: (part, where) => `${part} auf ${where}`,
};
