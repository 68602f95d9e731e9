import type * as en from '../failures.js';

const REFUSALS: Readonly<Record<string, string>> = {
  NameExistsError: 'Diesen Namen gibt es schon, vielleicht im Archiv. Einen anderen wählen.',
  ExceedsLimitError: 'Nichts wurde geändert: Die Grenze dafür ist erreicht.',
  QuotaExceededError: 'Nichts wurde geändert: Das Kontingent dafür ist aufgebraucht.',
  NotFoundError: 'Das gibt es nicht mehr, oder Sie dürfen es nicht sehen.',
  DatabaseUnavailableError: 'Die Datenbank ist gerade nicht erreichbar. Gleich neu versuchen.',
  StoppingError: 'Der Dienst startet gerade neu. Gleich neu versuchen.',
};

export const failureTexts: typeof en.failureTexts = {
  unreachable: 'Der Dienst ist nicht erreichbar. Verbindung prüfen und erneut versuchen.',
  unexpected: 'Etwas Unerwartetes ging schief. Seite neu laden und erneut versuchen.',
  needsApproval: 'Nichts wurde geändert: Eine betroffene Umgebung verlangt Genehmigungen.',
  changedMeanwhile: 'Jemand hat das seit dem Öffnen geändert. Neu laden und erneut versuchen.',
  tooMany: 'Zu viele Anfragen. Einen Moment warten und erneut versuchen.',
  broken: (id) => `Im Dienst trat ein Fehler auf. Den Grund nennt sein Log unter dieser ID: ${id}`,
  lacking: (permissions) =>
    permissions.length === 1
      ? `Dafür ist die Berechtigung ${permissions[0]} nötig.`
      : `Dafür ist eine dieser Berechtigungen nötig: ${permissions.join(', ')}.`,
  refusal: ({ name = '', message }) => REFUSALS[name] ?? message,
  retry: 'Erneut versuchen',
  title: 'Das hat nicht geklappt',
  notFoundTitle: 'Hier ist nichts',
  notFound: 'Die Seite oder Sache gibt es nicht, oder Sie dürfen sie nicht sehen.',
};
