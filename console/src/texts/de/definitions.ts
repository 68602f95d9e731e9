import { counted } from '../format.js';
import type * as en from '../definitions.js';

export const segmentTexts: typeof en.segmentTexts = {
  title: 'Segmente',
  intro:
    'Ein Segment fasst Bedingungen unter einem Namen zusammen, den Strategien gemeinsam nutzen.',
  project: 'Projekt',
  allProjects: 'Alle Projekte',
  constraints: 'Bedingungen',
  count: (count) => counted(count, 'Bedingung', 'Bedingungen'),
  used: 'Verwendet in',
  usedIn: (features) => counted(features, 'Feature', 'Features'),
  emptyTitle: 'Es gibt noch keine Segmente',
  empty: 'Eines für eine Gruppe von Nutzern erstellen, die mehrere Features gleich behandeln.',
  deleteTitle: (name) => `Segment ${name} löschen`,
  create: 'Segment erstellen',
  editTitle: (name) => `Segment ${name} bearbeiten`,
};

export const usageTexts: typeof en.usageTexts = {
  title: (name) => `Verwendung von ${name}`,
  show: 'Verwendung',
  feature: 'Feature',
  environment: 'Umgebung',
  strategy: 'Strategie',
  none: 'Nichts verwendet es.',
};

export const contextFieldTexts: typeof en.contextFieldTexts = {
  title: 'Kontextfelder',
  intro:
    'Was Anwendungen über den Nutzer mitteilen, für den sie fragen, etwa eine ID oder ein Land. Bedingungen vergleichen es mit Werten.',
  create: 'Kontextfeld erstellen',
  stickiness: 'Stickiness',
  stickinessHint:
    'Schrittweise Rollouts können es verwenden, damit derselbe Nutzer immer dieselbe Antwort bekommt.',
  yes: 'ja',
  no: 'nein',
  legalValues: 'Zulässige Werte',
  legalValuesHint: 'Was beim Bearbeiten von Bedingungen zur Wahl steht. Leer: jeder Wert.',
  value: 'Wert',
  addValue: 'Wert hinzufügen',
  removeValue: (row) => `Wert ${row} entfernen`,
  anyValue: 'jeder',
  used: 'Verwendet in',
  emptyTitle: 'Es gibt keine Kontextfelder',
  empty: 'Eines für das erstellen, was Ihre Anwendungen über eine Anfrage wissen.',
  editTitle: (name) => `${name} bearbeiten`,
  deleteTitle: (name) => `Kontextfeld ${name} löschen`,
  deleteHint:
    'Es kann gelöscht werden, wenn nichts es verwendet und es nicht eingebaut ist. Das lässt sich nicht rückgängig machen.',
};

export const tagTypeTexts: typeof en.tagTypeTexts = {
  title: 'Tag-Typen',
  intro: 'Tags haben einen Typ, etwa Team oder Ticket. Sie filtern Listen von Features.',
  create: 'Tag-Typ erstellen',
  icon: 'Symbol',
  iconHint: 'Ein Buchstabe oder ein Zeichen.',
  emptyTitle: 'Es gibt keine Tag-Typen',
  empty: 'Einen erstellen, um Features mit Tags zu versehen.',
  editTitle: (name) => `${name} bearbeiten`,
  deleteTitle: (name) => `Tag-Typ ${name} löschen`,
  deleteHint:
    'Alle seine Tags werden von allen Features entfernt. Das lässt sich nicht rückgängig machen.',
};

export const strategyTexts: typeof en.strategyTexts = {
  title: 'Strategien',
  intro:
    'Wege, zu bestimmen, für wen ein Feature an ist. Bedingungen und Segmente sind eigenen Strategien vorzuziehen.',
  create: 'Strategie erstellen',
  displayTitle: 'Titel',
  builtIn: 'eingebaut',
  deprecated: 'abgekündigt',
  parameters: 'Parameter',
  parametersHint: 'Typen: string, percentage, list, number, boolean.',
  parameterType: 'Typ',
  parameterName: 'Name',
  addParameter: 'Parameter hinzufügen',
  removeParameter: (row) => `Parameter ${row} entfernen`,
  deprecate: 'Abkündigen',
  reactivate: 'Reaktivieren',
  deprecatedDone: (name) => `${name} ist abgekündigt. Features verwenden sie weiter.`,
  reactivatedDone: (name) => `${name} ist wieder aktiv.`,
  noParameters: 'keine',
  empty: 'Es gibt keine Strategien.',
  editTitle: (name) => `${name} bearbeiten`,
  deleteTitle: (name) => `Strategie ${name} löschen`,
  deleteHint:
    'Sie kann gelöscht werden, wenn kein Feature sie verwendet. Sonst lässt sie sich abkündigen.',
};
