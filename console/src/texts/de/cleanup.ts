import { counted, number } from '../format.js';
import type * as en from '../cleanup.js';

export const cleanupTexts: typeof en.cleanupTexts = {
  intro: 'Was noch zu tun ist, bevor das Feature aus dem Code genommen werden kann.',
  certificates: 'Bescheinigungen, dass es weg kann',
  certificatesIntro:
    'Ob alle eine Woche lang stets dasselbe bekommen haben, und wer gefragt hat. Eine Bescheinigung ist eine signierte Aussage darüber, zum Speichern.',
  always: (state, variant) =>
    `Alle bekommen es als „${state === 'on' ? 'an' : 'aus'}“` +
    `${variant === null ? '' : ` mit der Variante ${variant}`} seit`,
  evaluations: (count, applications) =>
    applications.length === 0
      ? 'Seitdem hat es niemand ausgewertet.'
      : `${counted(count, 'Auswertung', 'Auswertungen')} seitdem, von ${applications.join(', ')}.`,
  against: 'Was gegen eine Bescheinigung spricht:',
  issue: 'Bescheinigung ausstellen',
  issued: 'Die Bescheinigung ist ausgestellt und gespeichert.',
  refused: 'Solange etwas dagegen spricht, wird keine Bescheinigung ausgestellt.',
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
