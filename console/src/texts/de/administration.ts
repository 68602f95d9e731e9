import type * as en from '../administration.js';

export const administrationTexts: typeof en.administrationTexts = {
  groups: {
    people: 'Personen und Zugriff',
    targeting: 'Features und Zielgruppen',
    connections: 'Anwendungen und Werkzeuge',
    instance: 'Diese Installation',
  },
  releasePlanTemplates: {
    label: 'Vorlagen für Release-Pläne',
    about: 'Meilensteine, die Features durchlaufen',
  },
  apiTokens: { label: 'API-Tokens', about: 'Womit SDKs und Skripte lesen' },
  environments: {
    label: 'Umgebungen',
    about: 'Wo Features geschaltet werden, und in welcher Reihenfolge',
  },
  segments: { label: 'Segmente', about: 'Benannte Bedingungen, die Strategien gemeinsam nutzen' },
  contextFields: { label: 'Kontextfelder', about: 'Was SDKs über Nutzer mitteilen' },
  tagTypes: { label: 'Tag-Typen', about: 'Arten von Tags für Features' },
  strategies: { label: 'Strategien', about: 'Wege, zu bestimmen, wer ein Feature bekommt' },
  accessRequests: { label: 'Zugriffsanfragen', about: 'Rollen in Projekten auf Zeit' },
  users: { label: 'Benutzer', about: 'Wer sich anmelden kann, und mit welcher Hauptrolle' },
  userGroups: { label: 'Gruppen', about: 'Benutzer, die gemeinsam Rollen bekommen' },
  roles: { label: 'Rollen', about: 'Berechtigungen für die Instanz und für Projekte' },
  serviceAccounts: {
    label: 'Dienstkonten',
    about: 'Skripte, die mit eigenen Tokens handeln',
  },
  federatedCredentials: {
    label: 'Föderierte Anmeldedaten',
    about: 'Pipelines, die Tokens bekommen, ohne eines aufzubewahren',
  },
  edges: { label: 'Edges', about: 'Instanzen, die SDKs in ihrer Nähe bedienen' },
  integrations: { label: 'Integrationen', about: 'Wer von Änderungen erfährt' },
  inviteLinks: { label: 'Einladungslinks', about: 'Links, mit denen Personen ihr Konto anlegen' },
  signOn: { label: 'Anmeldung', about: 'Passwörter, Single Sign-on und das Verzeichnis' },
  transfer: { label: 'Import und Export', about: 'Features als Dateien, hierher und von hier' },
  insights: { label: 'Einblicke', about: 'Wie Features in allen Projekten kommen und gehen' },
  traffic: { label: 'Datenverkehr', about: 'Anfragen und verbundene SDKs, nach Tag und Monat' },
  templates: {
    label: 'Vorlagen',
    about: 'Features und Projekte, nach denen andere gemacht werden',
  },
  policy: { label: 'Richtlinie', about: 'Regeln für das, was in allen Projekten gespeichert wird' },
  banners: { label: 'Banner', about: 'Mitteilungen an alle' },
  maintenance: { label: 'Wartungsmodus', about: 'Änderungen für eine Weile ablehnen' },
  instance: { label: 'Diese Instanz', about: 'Version, Grenzen und Schlüssel' },
};
