import { counted } from '../format.js';
import type * as en from '../audit.js';

const MOST_IDS = 50;
const someOf = (ids: readonly number[]): string =>
  `${ids.slice(0, MOST_IDS).join(', ')}${ids.length > MOST_IDS ? ', …' : ''}`;
const events = (count: number): string => counted(count, 'Ereignis', 'Ereignisse');

export const auditTexts: typeof en.auditTexts = {
  title: 'Audit-Log',
  intro:
    'Wer wann was geändert hat. Ereignisse werden versiegelt, damit spätere Änderungen am Log auffallen.',
  parts: 'Teile des Audit-Logs',
  eventsPart: 'Ereignisse',
  causesPart: 'Was war die Ursache?',
  checkpointsPart: 'Prüfpunkte',
  witnessesPart: 'Zeugen',
  signInsPart: 'Anmeldungen',
  deniedPart: 'Abgewiesene Anfragen',
  search: 'Suchen, etwa „ausgeschaltet gestern 14:00“',
  periods: {
    today: 'heute',
    yesterday: 'gestern',
    'this-week': 'diese woche',
    'last-week': 'letzte woche',
  },
  atTime: 'um',
  searchedPeriod: (from, to) => `Ereignisse von ${from} bis ${to}.`,
  type: 'Typ',
  feature: 'Feature',
  project: 'Projekt',
  environment: 'Umgebung',
  creator: 'Von',
  from: 'Ab Tag',
  to: 'Bis Tag',
  severalHint: 'Mehrere durch Kommas trennen',
  any: 'Alle',
  criteria: (count) => (count > 0 ? `Kriterien (${count})` : 'Kriterien'),
  reset: 'Alle Kriterien entfernen',
  list: 'Ereignisse',
  download: (count, total) =>
    count < total
      ? `Die neuesten ${events(count)} als CSV herunterladen`
      : `${events(count)} als CSV herunterladen`,
  when: 'Wann',
  what: 'Was',
  who: 'Von',
  where: 'Wo',
  id: 'ID',
  details: (id) => `Details zu Ereignis ${id}`,
  showDetails: 'Details',
  hideDetails: 'Ausblenden',
  hideDetailsOf: (id) => `Details zu Ereignis ${id} ausblenden`,
  nothingTitle: 'Kein Ereignis passt',
  nothing: 'Den Text ändern, Kriterien entfernen oder einen längeren Zeitraum wählen.',
  emptyTitle: 'Es gibt noch keine Ereignisse',
  empty: 'Jede Änderung eines Features, Projekts oder einer Einstellung wird hier festgehalten.',
  ip: 'Adresse',
  undoes: (id) => `Macht Ereignis ${id} rückgängig`,
  tags: 'Tags des Features',
  stateBefore: 'Das Feature vor diesem Ereignis',
  playgroundBefore: 'Was Nutzer davor bekamen',
  playgroundAfter: 'Was Nutzer danach bekamen',
  changesBefore: 'Was hat sich davor geändert?',
  undo: 'Rückgängig …',
  verify: 'Prüfen',
  verifying: 'Wird geprüft …',
  verifyTitle: 'Einschlussbeweis, in diesem Browser geprüft',
  proven: (index) => `Das Ereignis steht unverändert in Prüfpunkt ${index}.`,
  notProven: 'Das Ereignis besteht die Prüfung nicht. Geben Sie dem Betrieb des Dienstes Bescheid.',
  notSealed: 'Das Ereignis ist noch nicht versiegelt. In ein paar Sekunden erneut versuchen.',
  steps: {
    event: 'Das Ereignis auf dieser Seite ist das bewiesene.',
    leaf: 'Sein Blatt-Hash ist der SHA-256 seines kanonischen JSON (RFC 8785).',
    root: 'Der Prüfpfad führt zur Merkle-Wurzel des Prüfpunkts (RFC 6962).',
    hash: 'Der Hash des Prüfpunkts ist der seines Inhalts.',
    signature: 'Die Signatur des Prüfpunkts ist gültig, mit einem veröffentlichten Schlüssel.',
  },
  right: 'richtig',
  wrong: 'falsch',
  checkpointsIntro:
    'Alle paar Sekunden versiegelt ein signierter Prüfpunkt die neuen Ereignisse. Jeder nennt den Hash des vorigen.',
  verifyChain: 'Alle Prüfpunkte prüfen',
  stop: 'Anhalten',
  chainProgress: (count) => `${counted(count, 'Prüfpunkt', 'Prüfpunkte')} geprüft …`,
  chainDone: (count) =>
    `${counted(count, 'Prüfpunkt', 'Prüfpunkte')} geprüft: Nummern, Positionen, Hashes, Kette und Signaturen stimmen.`,
  chainWrong: (count) =>
    `Die Kette besteht die Prüfung nicht: ${counted(count, 'Problem', 'Probleme')}`,
  chainKey: 'Schlüssel des ersten Prüfpunkts; vergleichen Sie ihn mit einem notierten:',
  chainLast:
    'Hash des letzten Prüfpunkts; notieren Sie ihn, um später zu bemerken, ob das Log ersetzt wurde:',
  sealMissing: (index) => `Prüfpunkt ${index} fehlt.`,
  sealUnlinked: (index) => `Prüfpunkt ${index} folgt nicht auf den vorigen.`,
  sealPositions: (index) => `Die Positionen von Prüfpunkt ${index} folgen nicht auf die vorigen.`,
  sealInstance: (index) => `Prüfpunkt ${index} gehört zu einer anderen Instanz.`,
  sealWrong: (index, statement) => `Prüfpunkt ${index} besteht diese Prüfung nicht: ${statement}`,
  checkpoints: 'Prüfpunkte',
  number: 'Nummer',
  sealedAt: 'Versiegelt',
  period: 'Zeit der Ereignisse',
  size: 'Ereignisse',
  hash: 'Hash',
  verifyEvents: (index) => `Ereignisse von Prüfpunkt ${index} prüfen`,
  eventsRight: (verified, removed) =>
    removed === 0
      ? `${events(verified)}, unverändert.`
      : `${events(verified)} unverändert, ${events(removed)} nicht mehr aufbewahrt.`,
  eventsWrong: (ids) => `Geänderte oder eingefügte Ereignisse: ${someOf(ids)}`,
  eventsMissing: (ids) =>
    `Entfernte Ereignisse, obwohl ihre Aufbewahrungszeit nicht abgelaufen ist: ${someOf(ids)}`,
  rootWrong: 'Die Hashes der Ereignisse führen nicht zur Merkle-Wurzel des Prüfpunkts.',
  noCheckpoints: 'Noch kein Prüfpunkt',
  noCheckpointsHint: 'Der erste entsteht ein paar Sekunden nach dem ersten Ereignis.',
  older: 'Ältere',
  newest: 'Neueste',
  signIns: 'Anmeldungen',
  signInsIntro:
    'Erfolgreiche und gescheiterte Anmeldungen. Bei vielen Fehlschlägen werden nur einige festgehalten.',
  person: 'Person',
  method: 'Methode',
  result: 'Ergebnis',
  succeeded: 'erfolgreich',
  failed: (reason) => `gescheitert: ${reason}`,
  noSignIns: 'Noch hat sich niemand angemeldet',
  noSignInsHint: 'Anmeldungen mit Passwort oder Identitätsanbieter stehen hier.',
  denied: 'Abgewiesene Anfragen',
  deniedIntro:
    'Anfragen, die wegen fehlender Berechtigung oder eines unbekannten Tokens abgewiesen wurden, gezählt nach Aufrufer, Route und Minute.',
  route: 'Anfrage',
  caller: 'Aufrufer',
  requests: 'Anfragen',
  reason: 'Grund',
  reasons: { forbidden: 'fehlende Berechtigung', 'unknown-token': 'unbekanntes Token' },
  callers: {
    user: 'Benutzer',
    'api-token': 'API-Token',
    'personal-token': 'persönliches Token',
    unknown: 'unbekanntes Token',
    others: 'andere, über die Höchstzahl der Zeilen hinaus',
  },
  noDenied: 'Keine Anfrage wurde abgewiesen',
  noDeniedHint: 'Anfragen ohne Berechtigung oder mit unbekanntem Token erscheinen hier.',
  page: (page) => `Seite ${page}`,
};

export const witnessTexts: typeof en.witnessTexts = {
  intro:
    'Wer das Audit-Log mitsigniert, ohne es zu sehen. Was ein Zeuge mitsigniert hat, lässt sich nicht unbemerkt umschreiben, wer auch immer Datenbank und Signaturschlüssel hat.',
  create: 'Zeugen registrieren',
  empty: 'Noch kein Zeuge',
  emptyHint:
    'Jemand startet „flags witness“. Es gibt einen Prüfschlüssel aus, der hier registriert wird.',
  verifierKey: 'Prüfschlüssel',
  verifierKeyHint: 'Wie ihn „flags witness“ ausgibt. Er sollte vom Zeugen selbst kommen.',
  seals: 'Mitsignierte Siegel',
  cosignedAt: 'Zuletzt mitsigniert',
  missing: 'Noch nicht mitsigniert',
  none: 'nichts',
  waiting: (count) => counted(count, 'Siegel', 'Siegel'),
  since: 'das älteste',
  deleteTitle: (name) => `Zeugen ${name} löschen`,
  deleteHint:
    'Seine Mitsignaturen werden nicht mehr angenommen. Was er selbst aufbewahrt, bleibt gültig.',
};
