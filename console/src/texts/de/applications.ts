import { counted } from '../format.js';
import type * as en from '../applications.js';

export const applicationTexts: typeof en.applicationTexts = {
  title: 'Anwendungen',
  intro: 'Anwendungen, deren SDKs sich registriert oder ihre Nutzung gemeldet haben.',
  parts: 'Anwendungen und ihre SDKs',
  outdated: 'Überholte SDKs',
  unknown: 'Unbekannte Features',
  search: 'Nach Name, Projekt oder Umgebung suchen',
  list: 'Liste der Anwendungen',
  name: 'Anwendung',
  places: 'Projekte und Umgebungen',
  place: (project, environments) =>
    `${project === '*' ? 'alle Projekte' : project}: ${environments.join(', ')}`,
  lastSeen: 'Zuletzt gesehen',
  emptyTitle: 'Noch hat sich keine Anwendung verbunden',
  empty:
    'Ein API-Token erstellen und einem SDK geben. Sobald es sich verbindet, erscheint die Anwendung hier.',
  nothingTitle: 'Keine Anwendung passt',
  nothing: 'Die Suche ändern.',
  about: 'Über die Anwendung',
  noDescription: 'Keine Beschreibung',
  url: 'Weitere Informationen',
  firstSeen: 'Zuerst gesehen',
  issues: 'Probleme',
  noIssues: 'Es sind keine Probleme bekannt.',
  missingStrategies: (names) =>
    `Sie unterstützt Strategien, die hier nicht definiert sind: ${names.join(', ')}.`,
  missingFeatures: (environment, names) =>
    `In ${environment} wertet sie Features aus, die es nicht gibt: ${names.join(', ')}.`,
  outdatedSdks: (environment, sdks) =>
    `In ${environment} verwendet sie überholte SDKs: ${sdks.join(', ')}. Aktualisieren Sie diese.`,
  environments: 'Umgebungen',
  environment: 'Umgebung',
  instances: 'Instanzen',
  instanceCount: (count) => counted(count, 'Instanz', 'Instanzen'),
  instancesNote:
    'In den letzten zwei Tagen gesehene Instanzen, die neuesten zuerst; höchstens 1.000.',
  instance: 'Instanz',
  sdk: 'SDK',
  sdks: 'SDKs',
  address: 'Adresse',
  noInstances: 'In den letzten zwei Tagen wurde keine Instanz gesehen.',
  notReported: 'nicht gemeldet',
  features: 'Features',
  featuresNote: 'Features, die sie in den letzten 30 Tagen verwendet hat; höchstens 1.000.',
  feature: 'Feature',
  project: 'Projekt',
  lastUsed: 'Zuletzt von jemandem verwendet',
  noFeatures: 'Sie hat in den letzten 30 Tagen kein Feature verwendet.',
  archived: 'archiviert',
  missing: 'gibt es nicht',
  remove: 'Löschen …',
  removeTitle: (name) => `${name} löschen`,
  removeWhy:
    'Ihre Beschreibung und ihre Instanzen werden vergessen. Sie erscheint wieder, wenn sich eines ihrer SDKs verbindet.',
  removeNow: 'Anwendung löschen',
  removed: (name) => `${name} ist gelöscht.`,
  outdatedIntro:
    'Überholte SDK-Versionen von Instanzen, die in den letzten zwei Tagen gesehen wurden.',
  applications: 'Anwendungen',
  noOutdatedTitle: 'Kein SDK ist überholt',
  noOutdated:
    'Alle in den letzten zwei Tagen gesehenen Instanzen verwenden aktuelle SDKs oder melden ihre Version nicht.',
  unknownIntro:
    'Features, die Anwendungen auswerten, die es aber nicht gibt, etwa gelöschte oder solche mit einem Tippfehler. Höchstens 1.000.',
  reportedBy: 'Ausgewertet von',
  lastEvaluated: 'Zuletzt ausgewertet',
  lastEvent: 'Letzte Änderung eines Features mit diesem Namen',
  noUnknownTitle: 'Keine Anwendung wertet unbekannte Features aus',
  noUnknown: 'Sobald es eine tut, erscheinen Name und Umgebung hier.',
};
