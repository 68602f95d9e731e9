import type * as en from '../failures.js';

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
  retry: 'Erneut versuchen',
  title: 'Das hat nicht geklappt',
  notFoundTitle: 'Hier ist nichts',
  notFound: 'Die Seite oder Sache gibt es nicht, oder Sie dürfen sie nicht sehen.',
};
