import { number } from '../format.js';
import type * as en from '../edges.js';

export const edgeTexts: typeof en.edgeTexts = {
  title: 'Edges',
  intro:
    'Prozesse von Unleash Edge, die diesem Dienst berichten. Der letzte Bericht wird je eine Woche aufbewahrt.',
  list: 'Liste der Edges',
  emptyTitle: 'Kein Edge hat berichtet',
  empty:
    'Ein Edge, das mit einem API-Token dieses Dienstes verbunden ist, erscheint hier, sobald es berichtet.',
  process: 'Prozess',
  version: 'Version',
  environment: 'Umgebung',
  place: 'Läuft in',
  upstream: (identifier) => `hinter ${identifier}`,
  streams: 'Streams',
  requests: 'Anfragen',
  requestsOf: (get, post) => `${number(get)} GET, ${number(post)} POST`,
  denied: (count) => `${number(count)} abgewiesen`,
  reported: 'Letzter Bericht',
  started: 'Gestartet',
};
