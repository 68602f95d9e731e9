import { counted } from '../format.js';
import type * as en from '../environments.js';

export const environmentTexts: typeof en.environmentTexts = {
  title: 'Umgebungen',
  intro:
    'Features sind in jeder Umgebung für sich an oder aus. Alle Listen zeigen sie in dieser Reihenfolge.',
  create: 'Umgebung erstellen',
  clone: 'Kopieren',
  cloneTitle: (name) => `${name} kopieren`,
  cloneHint: 'Die Kopie hat dieselben Projekte, Strategien und Zustände der Features.',
  clonePermissions: 'Auch Berechtigungen von Rollen kopieren',
  cloned: (name) => `Die Umgebung ${name} ist als Kopie erstellt.`,
  created: (name) => `Die Umgebung ${name} ist erstellt.`,
  nameHint:
    'Er lässt sich später nicht ändern. Das Token eines SDKs bestimmt, welche Umgebung es liest.',
  type: 'Typ',
  state: 'Für neue Projekte',
  on: 'an',
  off: 'aus',
  protected: 'geschützt',
  projects: 'Projekte',
  tokens: 'API-Tokens',
  enabled: 'Eingeschaltete Features',
  turnOn: 'Neuen Projekten hinzufügen',
  turnOff: 'Bei neuen Projekten weglassen',
  turned: (name, on) => `Neue Projekte bekommen ${name} ${on ? 'wieder' : 'nicht mehr'}.`,
  up: (name) => `Nach oben: ${name}`,
  down: (name) => `Nach unten: ${name}`,
  moveUp: 'Nach oben',
  moveDown: 'Nach unten',
  moved: (name) => `${name} ist verschoben.`,
  editTitle: (name) => `${name} bearbeiten`,
  protectedHint: 'Eine geschützte Umgebung lässt sich weder ändern noch löschen.',
  deleteTitle: (name) => `${name} löschen`,
  deleteHint: 'Strategien, Zustände von Features und Tokens darin werden mit gelöscht.',
  used: (projects) => counted(projects, 'Projekt', 'Projekte'),
  empty: 'Eine Umgebung erstellen, um Features einzuschalten.',
};
