import { counted, number } from '../format.js';
import type * as en from '../cleanup.js';

export const cleanupTexts: typeof en.cleanupTexts = {
  intro: 'Was noch zu tun ist, bevor das Feature aus dem Code genommen werden kann.',
  references: 'Verweise im Code',
  referencesIntro:
    'Die Dateien und Zeilen, die das Feature nennen, wie die Kommandozeile sie gefunden hat. Der Code selbst bleibt, wo er ist.',
  notScanned: 'Kein Repository ist durchsucht',
  notScannedHint: (project) =>
    `„flags code-refs --send --project ${project}“ ausführen, wo der Code ist, oder in Pipelines.`,
  none: 'Keine Zeile nennt es.',
  at: (revision) => `Bei ${revision}`,
  scanned: 'durchsucht',
  incomplete: 'Es gibt mehr Verweise, als der Dienst behält.',
  listed: (shown, total) =>
    `${number(shown)} von ${counted(total, 'Zeile', 'Zeilen')} sind aufgeführt.`,
  repository: (name) => `Zeilen in ${name}`,
};
