import { counted, number, percent } from '../format.js';
import type * as en from '../instance.js';

export const inviteTexts: typeof en.inviteTexts = {
  title: 'Liens d’invitation',
  intro: 'Qui a un tel lien peut s’inscrire avec lui, et devient Viewer.',
  create: 'Nouveau lien d’invitation',
  name: 'Nom',
  nameHint: 'À qui il est destiné.',
  expires: 'Valable jusqu’au',
  expiresHint: 'Au plus un mois à partir de maintenant.',
  created: 'Créé',
  by: 'Créé par',
  users: 'Inscrits',
  userCount: (count) => counted(count, 'personne', 'personnes'),
  state: 'État',
  enabled: 'activé',
  disabled: 'désactivé',
  expired: 'expiré',
  link: 'Lien d’invitation',
  emptyTitle: 'Il n’y a pas de liens d’invitation',
  empty: 'Créez-en un et envoyez-le aux personnes qui peuvent voir les fonctionnalités d’ici.',
  enable: 'Activer',
  disable: 'Désactiver',
  isEnabled: (name) => `Le lien ${name} est activé.`,
  isDisabled: (name) => `Le lien ${name} est désactivé.`,
  changeExpiry: 'Modifier l’expiration',
  changeExpiryOf: (name) => `Modifier l’expiration de ${name}`,
  changed: (name) => `Le lien ${name} est modifié.`,
};

export const instanceTexts: typeof en.instanceTexts = {
  title: 'Cette instance',
  about: 'Version et adresse',
  name: 'Nom',
  version: 'Version',
  instanceId: 'ID de l’instance',
  address: 'Adresse',
  installation: 'Installation',
  signIn: 'Moyens de se connecter',
  mails: 'Envoie des e-mails',
  yes: 'oui',
  no: 'non',
  none: 'aucun',
  optional: 'Fonctions facultatives activées',
  limits: 'Limites',
  limitsIntro: 'Le service refuse davantage.',
  limit: {
    segmentValues: 'Valeurs d’un segment',
    strategySegments: 'Segments d’une stratégie',
    featureEnvironmentStrategies: 'Stratégies d’une fonctionnalité dans un environnement',
    constraints: 'Contraintes d’une stratégie',
    constraintValues: 'Valeurs d’une contrainte',
    environments: 'Environnements',
    projects: 'Projets',
    apiTokens: 'Jetons d’API',
    segments: 'Segments',
    featureFlags: 'Fonctionnalités',
  },
  sessions: 'Sessions d’une personne',
  unlimited: 'sans limite',
  origins: 'Pages web qui peuvent appeler l’API frontend',
  originsIntro:
    'Les navigateurs laissent les pages de ces origines évaluer des fonctionnalités avec un jeton ' +
    'frontend. Un * vaut pour toutes les origines.',
  originsField: 'Origines',
  originsHint: 'Une par ligne, par exemple https://shop.example.com.',
  changeOrigins: 'Modifier les origines',
  originsSaved: 'Les origines sont enregistrées.',
};

export const maintenanceTexts: typeof en.maintenanceTexts = {
  title: 'Mode maintenance',
  intro:
    'Tant qu’il est activé, rien ne peut être modifié : le service refuse les écritures avec le ' +
    'motif que vous donnez. Lire, se connecter, les SDK et les rapports d’utilisation continuent ' +
    'de fonctionner.',
  state: 'État',
  on: 'activé',
  off: 'désactivé',
  reason: 'Motif',
  reasonHint: 'Toute personne qui tente de modifier quelque chose le voit.',
  noReason: 'aucun donné',
  turningOff: 'Désactiver des fonctionnalités',
  refused: 'refusé aussi',
  allowed: 'toujours possible',
  refuse: 'Refuser aussi de désactiver des fonctionnalités',
  refuseHint: 'Sans cela, une fonctionnalité qui nuit peut toujours être désactivée.',
  turnOn: 'Activer le mode maintenance',
  turnOff: 'Désactiver le mode maintenance',
  turnOffHint: 'Tout peut de nouveau être modifié.',
  isOn: 'Le mode maintenance est activé.',
  isOff: 'Le mode maintenance est désactivé.',
};

export const drillTexts: typeof en.drillTexts = {
  title: 'Exercice du kill switch',
  intro:
    'Une fonctionnalité réservée change d’état à intervalles réguliers, et est relue de chaque ' +
    'façon dont les SDK reçoivent les fonctionnalités, sur chaque instance.',
  state: 'État',
  works: 'Tous avaient le dernier changement à temps',
  fails: 'Certains n’avaient pas le dernier changement à temps',
  notYet: 'Aucun exercice n’est encore terminé',
  off: 'Les exercices sont désactivés',
  lastSuccess: 'Dernier succès',
  never: 'aucun parmi les derniers exercices',
  last: 'Le plus lent l’avait après',
  missed: 'quelqu’un ne l’a pas reçu',
  milliseconds: (value) => `${number(value)} ms`,
  usual: 'Ces dernières 24 heures',
  percentiles: (p50, p99) =>
    `la moitié des exercices en ${number(p50)} ms, ${percent(99)} en ${number(p99)} ms`,
  none: 'aucun',
  instances: 'Instances',
  budget: 'Budget d’erreur',
  left: (late, drills, left) =>
    `${counted(late, 'exercice', 'exercices')} sur ${number(drills)} trop tard ce mois-ci, ` +
    `il reste ${percent(Math.round(100 * left))} du budget`,
  broken: (part, where) => `${part} sur ${where}`,
};
