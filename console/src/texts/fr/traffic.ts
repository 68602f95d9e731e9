import type * as en from '../traffic.js';

export const trafficTexts: typeof en.trafficTexts = {
  title: 'Trafic',
  intro:
    'Combien de requêtes envoient les SDK et les personnes, et combien il y a de SDK différents. Compté par jour en UTC, et gardé cinq ans.',
  period: 'Période',
  periods: {
    daily: 'Les 30 derniers jours, par jour',
    monthly: 'Les 12 derniers mois, par mois',
  },
  requestsTitle: { daily: 'Requêtes par jour', monthly: 'Requêtes par mois' },
  requestsNote:
    'Requêtes qui ont reçu une réponse, même un refus ou un échec. Les flux, la console et les contrôles de santé ne comptent pas.',
  sdks: 'SDK et pages',
  admins: 'API d’administration',
  apis: {
    '/api/client': 'SDK de serveurs',
    '/api/frontend': 'Navigateurs et applis',
    '/ofrep': 'OpenFeature',
    '/api/admin': 'API d’administration',
    '/edge': 'Edge',
  },
  connectionsTitle: { daily: 'Connexions par jour', monthly: 'Connexions par mois' },
  connectionsNote:
    'SDK et pages différents, chacun compté une fois par période, avec une erreur d’environ 2 %. Les mois comptent ce qui était là un de leurs jours.',
  backend: 'SDK de serveurs',
  frontend: 'Navigateurs et applis',
  outcomes: 'Requêtes à chaque API pendant cette période',
  api: 'API',
  groups: {
    'successful-requests': 'Réussies',
    'refused-requests': 'Refusées (4xx)',
    'failed-requests': 'Échouées (5xx)',
  },
  requestsCsv: 'Télécharger les requêtes en CSV',
  connectionsCsv: 'Télécharger les connexions en CSV',
  none: 'Rien n’a encore été compté pendant cette période.',
};
