import { number } from '../format.js';
import type * as en from '../safeguards.js';

export const featureSafeguardTexts: typeof en.featureSafeguardTexts = {
  heading: 'Schutzregeln',
  intro:
    'Eine Schutzregel beobachtet eine Metrik. Überschreitet diese die Grenze, wird das Feature in der Umgebung ausgeschaltet, einmal.',
  in: (environment) => `Schutzregeln in ${environment}`,
  none: 'Keine',
  add: 'Schutzregel hinzufügen',
  addTo: (environment) => `Schutzregel in ${environment} hinzufügen`,
  added: 'Die Schutzregel ist festgelegt.',
  replaces: 'Gibt es schon eine Schutzregel für dieselbe Metrik, ersetzt diese sie.',
  operator: 'Ausschalten bei',
  forMinutes: 'Wie viele Minuten lang',
  forMinutesHint:
    'So lange muss jede Prüfung, alle 10 Sekunden, die Grenze überschritten finden. 0: einmal.',
  sentence: (what, range, limit) =>
    `Schaltet aus, wenn ${what} im Zeitraum „${range}“ ${limit} ist.`,
  ofQuery: (query, limit) => `Schaltet aus, wenn das Ergebnis von ${query} ${limit} ist.`,
  problem: (problem) => `Kann nicht handeln: ${problem}`,
  forSo: (minutes) => `${number(minutes)} Minuten lang.`,
  off: 'Ruht, solange das Feature aus ist',
  watching: 'Beobachtet',
  crossed: 'Die Grenze ist überschritten seit',
  triggered: (value) => `Hat das Feature ausgeschaltet, bei ${value}`,
  again: 'Wieder beobachten',
  againOf: (safeguard) => `Wieder beobachten: ${safeguard}`,
  watchesAgain: 'Die Schutzregel beobachtet wieder.',
  remove: 'Entfernen',
  removeOf: (safeguard) => `Schutzregel entfernen: ${safeguard}`,
  removeTitle: 'Schutzregel entfernen',
  removed: 'Die Schutzregel ist entfernt.',
  tryOut: 'An den letzten 24 Stunden ausprobieren',
  wouldHave: 'Sie hätte das Feature ausgeschaltet:',
  wouldNotHave: 'Sie hätte das Feature nicht ausgeschaltet.',
  farthest: (value) => `Die Zahl, die der Grenze am nächsten kam, war ${value}.`,
  unknown: 'Es gibt zu wenig Nutzung, um sie mit einer Grenze zu vergleichen.',
};
