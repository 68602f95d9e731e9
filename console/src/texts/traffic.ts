export const trafficTexts = {
  title: 'Traffic',
  intro:
    'How many requests SDKs and people send, and how many different SDKs there are. Counted by day in UTC, and kept for five years.',
  period: 'Period',
  periods: { daily: 'The last 30 days, by day', monthly: 'The last 12 months, by month' },
  requestsTitle: { daily: 'Requests by day', monthly: 'Requests by month' },
  requestsNote:
    'Answered requests, also those that were refused or failed. Streams, the console and health checks do not count.',
  sdks: 'SDKs and pages',
  admins: 'Admin API',
  apis: {
    '/api/client': 'Server SDKs',
    '/api/frontend': 'Browsers and apps',
    '/ofrep': 'OpenFeature',
    '/api/admin': 'Admin API',
    '/edge': 'Edge',
  } as Readonly<Record<string, string>>,
  connectionsTitle: { daily: 'Connections by day', monthly: 'Connections by month' },
  connectionsNote:
    'Different SDKs and pages, each counted once in a period, with an error of about 2%. The months count what was there on any of their days.',
  backend: 'Server SDKs',
  frontend: 'Browsers and apps',
  outcomes: 'Requests to each API in this period',
  api: 'API',
  groups: {
    'successful-requests': 'Successful',
    'refused-requests': 'Refused (4xx)',
    'failed-requests': 'Failed (5xx)',
  } as Readonly<Record<string, string>>,
  requestsCsv: 'Download requests as CSV',
  connectionsCsv: 'Download connections as CSV',
  none: 'Nothing was counted in this period yet.',
};
