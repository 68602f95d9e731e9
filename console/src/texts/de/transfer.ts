import { counted, number } from '../format.js';
import type * as en from '../transfer.js';

export const transferTexts: typeof en.transferTexts = {
  title: 'Import und Export',
  exportTitle: 'Export',
  exportIntro:
    'Schreibt Features mit ihren Strategien, Varianten und Zuständen in einer Umgebung in eine ' +
    'Datei, die diese und andere Instanzen importieren können. Archivierte Features fehlen darin.',
  environment: 'Umgebung',
  project: 'Projekt',
  anyProject: 'Alle Projekte, nach einem Tag',
  tag: 'Nur Features mit diesem Tag',
  tagHint: 'Sein Wert, oder Typ:Wert.',
  export: 'In eine Datei exportieren',
  exported: (count) => `${counted(count, 'Feature', 'Features')} exportiert.`,
  importTitle: 'Import',
  importIntro:
    'Erstellt die Features einer Datei in einem Projekt und ersetzt die, die es dort schon gibt. ' +
    'Zuerst sehen Sie, was geschehen würde.',
  file: 'Datei',
  chooseFile: 'Datei wählen',
  fileHint: (megabytes) => `Eine exportierte Datei, höchstens ${megabytes} MB.`,
  target: 'In dieses Projekt',
  targetEnvironment: 'Strategien und Zustände in diese Umgebung',
  check: 'Datei prüfen',
  tooLarge: (megabytes) =>
    `Die Datei hat mehr als ${megabytes} MB. Weniger Features auf einmal exportieren.`,
  requiresApproval:
    'Nichts wurde importiert: Die Umgebung verlangt Genehmigungen, und ein Änderungsantrag kann ' +
    'keinen Import enthalten. In eine Umgebung ohne Genehmigungen importieren und den Rest Feature ' +
    'für Feature vorschlagen.',
  notJson: 'Die Datei ist kein Export: Sie ist kein JSON mit Features. Eine andere Datei wählen.',
  noFile: 'Zuerst eine Datei wählen.',
  checked: 'Was der Import tut',
  contents: (features, strategies, tags, segments) =>
    [
      counted(features, 'Feature', 'Features'),
      counted(strategies, 'Strategie', 'Strategien'),
      counted(tags, 'Tag', 'Tags'),
      counted(segments, 'Segment', 'Segmente'),
    ].join(', ') + '.',
  errors: 'Probleme, die den Import verhindern',
  warnings: 'Was unerwartet sein kann',
  permissions: 'Dafür fehlen Ihnen Berechtigungen',
  good: 'Nichts verhindert den Import.',
  fix: 'Das in der Datei oder im Projekt berichtigen und erneut prüfen.',
  import: (count, project) => `${counted(count, 'Feature', 'Features')} in ${project} importieren`,
  imported: (count, project) =>
    `${counted(count, 'Feature', 'Features')} in ${project} importiert.`,
  toProject: 'Zum Projekt',
  more: (count) => `und ${number(count)} weitere`,
};
