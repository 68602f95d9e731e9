import type * as en from '../traffic.js';

export const trafficTexts: typeof en.trafficTexts = {
  title: 'Datenverkehr',
  intro:
    'Wie viele Anfragen SDKs und Personen senden, und wie viele verschiedene SDKs es gibt. Gezählt nach Tagen in UTC, und fünf Jahre aufbewahrt.',
  period: 'Zeitraum',
  periods: { daily: 'Die letzten 30 Tage, nach Tag', monthly: 'Die letzten 12 Monate, nach Monat' },
  requestsTitle: { daily: 'Anfragen nach Tag', monthly: 'Anfragen nach Monat' },
  requestsNote:
    'Beantwortete Anfragen, auch abgewiesene und fehlgeschlagene. Streams, die Konsole und Zustandsprüfungen zählen nicht.',
  sdks: 'SDKs und Seiten',
  admins: 'Admin-API',
  apis: {
    '/api/client': 'SDKs auf Servern',
    '/api/frontend': 'Browser und Apps',
    '/ofrep': 'OpenFeature',
    '/api/admin': 'Admin-API',
    '/edge': 'Edge',
  },
  connectionsTitle: { daily: 'Verbindungen nach Tag', monthly: 'Verbindungen nach Monat' },
  connectionsNote:
    'Verschiedene SDKs und Seiten, jede in einem Zeitraum einmal gezählt, mit einem Fehler von etwa 2 %. Monate zählen, was an einem ihrer Tage da war.',
  backend: 'SDKs auf Servern',
  frontend: 'Browser und Apps',
  outcomes: 'Anfragen an jede API in diesem Zeitraum',
  api: 'API',
  groups: {
    'successful-requests': 'Erfolgreich',
    'refused-requests': 'Abgewiesen (4xx)',
    'failed-requests': 'Fehlgeschlagen (5xx)',
  },
  requestsCsv: 'Anfragen als CSV herunterladen',
  connectionsCsv: 'Verbindungen als CSV herunterladen',
  none: 'In diesem Zeitraum wurde noch nichts gezählt.',
};
