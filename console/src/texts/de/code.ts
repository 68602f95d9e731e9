import { counted, number } from '../format.js';
import type * as en from '../code.js';

export const codeTexts: typeof en.codeTexts = {
  title: 'Verweise im Code',
  intro: 'Welche Repositorys Features dieses Projekts nennen, wie die Kommandozeile sie fand.',
  repositories: 'Repositorys',
  repository: 'Repository',
  revision: 'Stand',
  lines: 'Zeilen',
  features: 'Features',
  scanned: 'Durchsucht',
  obsolete: 'Zu entfernende Zeilen',
  obsoleteNote: 'Sie nennen Features, die archiviert sind oder die das Projekt nicht hat.',
  noObsolete: 'Keine Zeile ist übrig',
  unreferenced: 'Features, die keine Zeile nennt',
  unreferencedNote: 'Sie sind aktiv, aber kein durchsuchtes Repository nennt sie.',
  noUnreferenced: 'Es gibt keine',
  feature: 'Feature',
  line: 'Zeile',
  reasons: { archived: 'archiviert', unknown: 'nicht in diesem Projekt' },
  listed: (shown, total) =>
    `${number(shown)} von ${counted(total, 'Eintrag', 'Einträgen')} sind aufgeführt.`,
  forget: 'Vergessen',
  forgetHint: 'Seine Zeilen werden nicht mehr gezeigt. Die nächste Suche fügt es wieder hinzu.',
  forgotten: (name) => `${name} ist vergessen.`,
};
