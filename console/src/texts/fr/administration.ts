import type * as en from '../administration.js';

export const administrationTexts: typeof en.administrationTexts = {
  groups: {
    people: 'Personnes et accès',
    targeting: 'Fonctionnalités et ciblage',
    connections: 'Applications et outils',
    instance: 'Cette installation',
  },
  releasePlanTemplates: {
    label: 'Modèles de plans de déploiement',
    about: 'Jalons que les fonctionnalités franchissent',
  },
  apiTokens: { label: 'Jetons d’API', about: 'Avec lesquels les SDK et les scripts lisent' },
  environments: {
    label: 'Environnements',
    about: 'Où les fonctionnalités sont activées, et dans quel ordre',
  },
  segments: { label: 'Segments', about: 'Contraintes nommées que les stratégies partagent' },
  contextFields: { label: 'Champs de contexte', about: 'Ce que les SDK disent des utilisateurs' },
  tagTypes: { label: 'Types de tags', about: 'Sortes de tags des fonctionnalités' },
  strategies: { label: 'Stratégies', about: 'Façons de choisir qui reçoit une fonctionnalité' },
  users: { label: 'Utilisateurs', about: 'Qui peut se connecter, et avec quel rôle global' },
  userGroups: { label: 'Groupes', about: 'Utilisateurs qui reçoivent ensemble des rôles' },
  roles: { label: 'Rôles', about: 'Autorisations pour l’instance et pour les projets' },
  serviceAccounts: {
    label: 'Comptes de service',
    about: 'Scripts qui agissent avec leurs propres jetons',
  },
  federatedCredentials: {
    label: 'Identifiants fédérés',
    about: 'Pipelines qui reçoivent des jetons sans en garder',
  },
  edges: { label: 'Edges', about: 'Instances qui servent les SDK proches d’elles' },
  integrations: { label: 'Intégrations', about: 'Qui est averti des modifications' },
  inviteLinks: { label: 'Liens d’invitation', about: 'Liens avec lesquels chacun crée son compte' },
  signOn: { label: 'Réglages de connexion', about: 'Mots de passe, connexion unique et annuaire' },
  transfer: { label: 'Import et export', about: 'Fonctionnalités en fichiers, vers ici et d’ici' },
  templates: {
    label: 'Modèles',
    about: 'Features et projets d’après lesquels en faire d’autres',
  },
  policy: { label: 'Règlement', about: 'Règles pour ce qui est enregistré dans tous les projets' },
  banners: { label: 'Bannières', about: 'Messages à tout le monde' },
  maintenance: { label: 'Mode maintenance', about: 'Refuser les modifications un moment' },
  instance: { label: 'Cette instance', about: 'Version, limites et clés' },
  accessRequests: { label: 'Demandes d’accès', about: 'Rôles dans des projets pour un temps' },
  insights: {
    label: 'Tendances',
    about: 'Comment les fonctionnalités vont et viennent dans tous les projets',
  },
  traffic: { label: 'Trafic', about: 'Requêtes et SDK connectés, par jour et par mois' },
};
