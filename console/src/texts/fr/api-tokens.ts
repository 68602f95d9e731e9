import type * as en from '../api-tokens.js';

export const apiTokenTexts: typeof en.apiTokenTexts = {
  title: 'Jetons d’API',
  intro:
    'Les SDK et les programmes se connectent avec des jetons. Chaque programme devrait avoir le sien.',
  create: 'Créer un jeton',
  name: 'Nom',
  nameHint: 'Quel programme l’utilise.',
  type: 'Type',
  types: {
    client: 'Client : SDK sur des serveurs',
    frontend: 'Frontend : navigateurs et applis ; peut être public',
    admin: 'Admin : toute l’API',
  },
  environment: 'Environnement',
  projects: 'Projets',
  allProjects: 'Tous les projets',
  all: 'Tous',
  expires: 'Expire',
  expiresHint: 'Vide : jamais.',
  lastUsed: 'Dernière utilisation',
  created: 'Créé',
  emptyTitle: 'Il n’y a pas encore de jetons',
  empty: 'Créez un jeton pour la première application qui demande des fonctionnalités.',
  createdTitle: (name) => `Le jeton ${name}`,
  secret: 'Secret du jeton',
  connect: 'Connecter',
  connectTitle: (name) => `Connecter avec ${name}`,
  connectHint:
    'Le secret a été affiché à la création du jeton. Mettez-le à la place de YOUR_TOKEN.',
  sdk: 'SDK',
  snippet: (sdk) => `Exemple pour ${sdk}`,
  addresses: 'Seulement depuis ces adresses IP',
  addressesHint:
    'Par exemple 192.0.2.7 et 10.0.0.0/8, séparées par des virgules. Vide : de partout.',
  change: 'Modifier',
  changeTitle: (name) => `Modifier le jeton ${name}`,
  changed: (name) => `Le jeton ${name} est modifié.`,
  deleteTitle: (name) => `Supprimer le jeton ${name}`,
  deleteHint: 'Les programmes qui l’utilisent sont refusés aussitôt. C’est irréversible.',
  deleted: (name) => `Le jeton ${name} est supprimé.`,
  expired: 'expiré',
};
