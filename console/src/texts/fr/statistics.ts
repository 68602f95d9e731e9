import { counted } from '../format.js';
import type * as en from '../statistics.js';

const bucket = 'un par heure, fonctionnalité, application et environnement';
const active = (days: number): string =>
  'Utilisateurs qui se sont connectés ou ont utilisé un jeton personnel dans les ' +
  `${days} × 24 heures avant l’instantané. Les utilisateurs supprimés ne comptent pas.`;
const changes = (days: number): string =>
  'Événements des ' +
  `${days} × 24 heures avant l’instantané, dans les environnements dont le type est production.`;
const applications =
  'Applications qui se sont enregistrées ou ont signalé leur utilisation. Celles qui n’ont qu’une description ne comptent pas.';
const tokens =
  'Les jetons expirés comptent tant qu’ils ne sont pas supprimés ; les jetons personnels ne comptent pas.';

export const statisticsTexts: typeof en.statisticsTexts = {
  title: 'Statistiques',
  intro:
    'Ce que cette instance contient et comment elle est utilisée. Tous les nombres sont du même moment.',
  snapshot: 'Instantané',
  instance: 'Instance',
  version: 'Version',
  refresh: 'Actualiser',
  download: 'Télécharger',
  csv: 'CSV',
  json: 'JSON',
  signed: 'Signé (JWS)',
  csvNote:
    'JSON et JWS contiennent les nombres de cette page. CSV contient ceux du moment du téléchargement.',
  definition: (label) => `${label} : définition`,
  yes: 'oui',
  no: 'non',
  verification: 'Vérification dans ce navigateur',
  verifying: 'Vérification…',
  sumRight: 'La somme de contrôle est juste',
  sumRightWhy:
    'Le champ sum est le SHA-256 de tous les autres champs en JSON canonique (RFC 8785).',
  sumWrong: 'La somme de contrôle est fausse',
  sumWrongWhy:
    'Les nombres ne correspondent pas au champ sum : l’un d’eux a été modifié après coup. Ne vous y fiez pas.',
  givenSum: 'Somme de contrôle indiquée',
  computedSum: 'Somme de contrôle calculée',
  signature: {
    valid: 'La signature est valide',
    invalid: 'La signature est fausse',
    'unknown-key': 'La signature a été faite avec une clé inconnue',
    'other-purpose': 'La signature n’est pas pour des statistiques',
  },
  signatureWhy: {
    valid:
      'Elle a été faite avec une clé que cette instance publie. Comparez l’ID de la clé à celui que vous avez noté auparavant.',
    invalid:
      'Les statistiques ou la signature ont été modifiées après la signature. Ne vous y fiez pas.',
    'unknown-key':
      'Cette instance ne publie pas cette clé. Le fichier vient peut-être d’une autre instance.',
    'other-purpose':
      'Le fichier est un autre document signé, comme un point de contrôle du journal d’audit.',
  },
  unsigned: 'Le fichier n’a pas de signature : n’importe qui a pu le faire.',
  unverified: 'Non vérifié',
  key: 'Clé',
  checkFile: 'Vérifier un fichier enregistré (JSON ou JWS)',
  clearFile: 'Retirer le fichier',
  chooseFile: 'Choisir un fichier',
  tooLarge: 'Le fichier est trop grand. Choisissez-en un qui a été téléchargé ici en JSON ou JWS.',
  noStatistics:
    'Le fichier ne contient pas de statistiques. Choisissez-en un qui a été téléchargé ici en JSON ou JWS.',
  checked: (name) => `Résultat pour ${name}`,
  charts: 'Au fil du temps',
  changesTitle: 'Modifications en production par semaine',
  changesNote:
    'Événements des 13 dernières semaines dans les environnements de type production. Ceux que vous ne pouvez pas voir ne comptent pas. Les jours commencent à minuit UTC.',
  changesNone: 'Aucun environnement n’a le type production : il n’y a rien à compter.',
  changes: 'Modifications',
  activeTitle: 'Utilisateurs actifs',
  activeNote:
    'Utilisateurs vus ces 7, 30, 60 et 90 derniers jours. Chaque barre contient la précédente.',
  users: 'Utilisateurs',
  days: (count) => counted(count, 'jour', 'jours'),
  evaluationsTitle: (feature) => `Évaluations de ${feature}`,
  evaluationsNote: 'Évaluations par heure ces 48 dernières heures, par toutes les applications.',
  evaluationsOf: 'Évaluations d’une fonctionnalité',
  feature: 'Fonctionnalité',
  environment: 'Environnement',
  allEnvironments: 'Tous',
  evaluationsHint: 'Choisissez une fonctionnalité pour voir combien de fois les SDK l’évaluent.',
  evaluationsNone: (feature) => `Aucun SDK n’a signalé d’évaluation de ${feature} en 48 heures.`,
  on: 'oui',
  off: 'non',
};

export const numberGroups: typeof en.numberGroups = [
  {
    title: 'Fonctionnalités',
    numbers: {
      featureToggles: { label: 'Fonctionnalités', definition: 'Celles qui ne sont pas archivées.' },
      archivedFeatureToggles: {
        label: 'Fonctionnalités archivées',
        definition: 'Celles qui sont archivées.',
      },
      projects: { label: 'Projets', definition: 'Projets qui ne sont pas archivés.' },
      environments: { label: 'Environnements', definition: 'Environnements, activés ou non.' },
      segments: { label: 'Segments', definition: 'Segments, utilisés ou non.' },
      contextFields: {
        label: 'Champs de contexte',
        definition: 'Champs de contexte, y compris ceux qui sont intégrés.',
      },
      strategies: {
        label: 'Définitions de stratégies',
        definition: 'Définitions de stratégies, y compris intégrées et dépréciées.',
      },
      featureExports: {
        label: 'Exports',
        definition: 'Exports de fonctionnalités depuis la création de l’instance.',
      },
      featureImports: {
        label: 'Imports',
        definition: 'Imports de fonctionnalités depuis la création de l’instance.',
      },
    },
  },
  {
    title: 'Utilisation',
    numbers: {
      'productionChanges.last30': {
        label: 'Modifications en production, 30 jours',
        definition: changes(30),
      },
      'productionChanges.last60': {
        label: 'Modifications en production, 60 jours',
        definition: changes(60),
      },
      'productionChanges.last90': {
        label: 'Modifications en production, 90 jours',
        definition: changes(90),
      },
      'previousDayMetricsBucketsCount.enabledCount': {
        label: 'Compteurs d’utilisation, hier',
        definition: `Compteurs d’évaluations enregistrés la veille (UTC) : ${bucket}.`,
      },
      'previousDayMetricsBucketsCount.variantCount': {
        label: 'Compteurs de variantes, hier',
        definition: `Compteurs de variantes enregistrés la veille (UTC) : ${bucket}, et variante.`,
      },
    },
  },
  {
    title: 'Personnes et accès',
    numbers: {
      users: {
        label: 'Utilisateurs',
        definition:
          'Utilisateurs. Ceux qui sont supprimés et les comptes de service ne comptent pas.',
      },
      serviceAccounts: { label: 'Comptes de service', definition: 'Comptes de programmes.' },
      licensedUsers: {
        label: 'Utilisateurs sous licence',
        definition:
          'Adresses e-mail distinctes d’utilisateurs, y compris ceux supprimés dans les 30 × 24 heures avant l’instantané.',
      },
      groups: { label: 'Groupes', definition: 'Groupes d’utilisateurs.' },
      roles: { label: 'Rôles', definition: 'Rôles, y compris intégrés et de projet.' },
      customRootRoles: {
        label: 'Rôles globaux personnalisés',
        definition: 'Rôles globaux qui ne sont pas intégrés.',
      },
      customRootRolesInUse: {
        label: 'Rôles globaux personnalisés utilisés',
        definition:
          'Rôles globaux personnalisés qu’au moins un utilisateur, compte de service ou groupe possède.',
      },
      'activeUsers.last7': { label: 'Utilisateurs actifs, 7 jours', definition: active(7) },
      'activeUsers.last30': { label: 'Utilisateurs actifs, 30 jours', definition: active(30) },
      'activeUsers.last60': { label: 'Utilisateurs actifs, 60 jours', definition: active(60) },
      'activeUsers.last90': { label: 'Utilisateurs actifs, 90 jours', definition: active(90) },
    },
  },
  {
    title: 'Applications et jetons',
    numbers: {
      'clientApps.7d': {
        label: 'Applications, 7 jours',
        definition: `${applications} Ces 7 × 24 dernières heures.`,
      },
      'clientApps.30d': {
        label: 'Applications, 30 jours',
        definition: `${applications} Ces 30 × 24 dernières heures.`,
      },
      'clientApps.allTime': { label: 'Applications, depuis toujours', definition: applications },
      'apiTokens.client': {
        label: 'Jetons client',
        definition: `Jetons de SDK sur des serveurs. ${tokens}`,
      },
      'apiTokens.frontend': {
        label: 'Jetons frontend',
        definition: `Jetons de navigateurs et d’applis. ${tokens}`,
      },
      'apiTokens.admin': {
        label: 'Jetons admin',
        definition: `Jetons pour l’API d’administration. ${tokens}`,
      },
    },
  },
  {
    title: 'Plus grandes configurations',
    numbers: {
      maxEnvironmentStrategies: {
        label: 'Plus grand nombre de stratégies',
        definition:
          'Le plus grand nombre de stratégies d’une fonctionnalité dans un environnement, y compris celles mises de côté. Les fonctionnalités archivées ne comptent pas.',
      },
      maxConstraints: {
        label: 'Plus grand nombre de contraintes',
        definition:
          'Le plus grand nombre de contraintes d’une stratégie. Les fonctionnalités archivées ne comptent pas.',
      },
      maxConstraintValues: {
        label: 'Plus grand nombre de valeurs',
        definition:
          'Le plus grand nombre de valeurs d’une contrainte d’une stratégie. Les fonctionnalités archivées ne comptent pas.',
      },
    },
  },
  {
    title: 'Connexion',
    numbers: {
      passwordAuthEnabled: {
        label: 'Mot de passe',
        definition: 'Si l’on peut se connecter avec un mot de passe.',
      },
      OIDCenabled: {
        label: 'OpenID Connect',
        definition: 'Si la connexion par OpenID Connect est activée.',
      },
      SAMLenabled: { label: 'SAML', definition: 'Si la connexion par SAML est activée.' },
      SCIMenabled: { label: 'SCIM', definition: 'Si un annuaire gère les utilisateurs.' },
    },
  },
];
