import { counted } from '../format.js';
import type * as en from '../audit.js';

const MOST_IDS = 50;
const someOf = (ids: readonly number[]): string =>
  `${ids.slice(0, MOST_IDS).join(', ')}${ids.length > MOST_IDS ? ', …' : ''}`;
const events = (count: number): string => counted(count, 'événement', 'événements');

export const auditTexts: typeof en.auditTexts = {
  title: 'Journal d’audit',
  intro:
    'Qui a modifié quoi, et quand. Les événements sont scellés, pour que toute modification du journal se remarque.',
  parts: 'Parties du journal d’audit',
  eventsPart: 'Événements',
  causesPart: 'Quelle est la cause ?',
  checkpointsPart: 'Points de contrôle',
  witnessesPart: 'Témoins',
  signInsPart: 'Connexions',
  deniedPart: 'Requêtes refusées',
  search: 'Chercher, par exemple « désactivée hier 14:00 »',
  periods: {
    today: 'aujourd’hui',
    yesterday: 'hier',
    'this-week': 'cette semaine',
    'last-week': 'la semaine dernière',
  },
  atTime: 'à',
  searchedPeriod: (from, to) => `Événements du ${from} au ${to}.`,
  type: 'Type',
  feature: 'Fonctionnalité',
  project: 'Projet',
  environment: 'Environnement',
  creator: 'Par',
  from: 'Du jour',
  to: 'Au jour',
  severalHint: 'Séparez-en plusieurs par des virgules',
  any: 'Tous',
  criteria: (count) => (count > 0 ? `Critères (${count})` : 'Critères'),
  reset: 'Retirer tous les critères',
  list: 'Événements',
  download: (count, total) =>
    count < total
      ? `Télécharger les derniers ${events(count)} en CSV`
      : `Télécharger ${events(count)} en CSV`,
  when: 'Quand',
  what: 'Quoi',
  who: 'Par',
  where: 'Où',
  id: 'ID',
  details: (id) => `Détails de l’événement ${id}`,
  showDetails: 'Détails',
  hideDetails: 'Masquer',
  hideDetailsOf: (id) => `Masquer les détails de l’événement ${id}`,
  nothingTitle: 'Aucun événement ne correspond',
  nothing: 'Modifiez le texte, retirez des critères ou choisissez une période plus longue.',
  emptyTitle: 'Il n’y a pas encore d’événements',
  empty: 'Chaque modification d’une fonctionnalité, d’un projet ou d’un réglage est consignée ici.',
  ip: 'Adresse',
  undoes: (id) => `Annule l’événement ${id}`,
  tags: 'Tags de la fonctionnalité',
  stateBefore: 'La fonctionnalité avant cet événement',
  playgroundBefore: 'Ce que les utilisateurs recevaient avant',
  playgroundAfter: 'Ce que les utilisateurs recevaient après',
  changesBefore: 'Qu’est-ce qui a changé avant ?',
  undo: 'Annuler…',
  verify: 'Vérifier',
  verifying: 'Vérification…',
  verifyTitle: 'Preuve d’inclusion, vérifiée dans ce navigateur',
  proven: (index) => `L’événement est dans le point de contrôle ${index}, inchangé.`,
  notProven: 'L’événement ne passe pas la vérification. Prévenez les responsables du service.',
  notSealed: 'L’événement n’est pas encore scellé. Réessayez dans quelques secondes.',
  steps: {
    event: 'L’événement de cette page est bien celui de la preuve.',
    leaf: 'Son hachage de feuille est le SHA-256 de son JSON canonique (RFC 8785).',
    root: 'Le chemin d’audit mène à la racine de Merkle du point de contrôle (RFC 6962).',
    hash: 'Le hachage du point de contrôle est celui de son contenu.',
    signature: 'La signature du point de contrôle est valide, avec une clé publiée.',
  },
  right: 'juste',
  wrong: 'faux',
  checkpointsIntro:
    'Toutes les quelques secondes, un point de contrôle signé scelle les nouveaux événements. Chacun cite le hachage du précédent.',
  verifyChain: 'Vérifier tous les points de contrôle',
  stop: 'Arrêter',
  chainProgress: (count) =>
    `${counted(count, 'point de contrôle vérifié', 'points de contrôle vérifiés')}…`,
  chainDone: (count) =>
    `${counted(count, 'point de contrôle vérifié', 'points de contrôle vérifiés')} : numéros, positions, hachages, chaîne et signatures sont justes.`,
  chainWrong: (count) =>
    `La chaîne ne passe pas la vérification : ${counted(count, 'problème', 'problèmes')}`,
  chainKey: 'Clé du premier point de contrôle ; comparez-la à une clé que vous avez notée :',
  chainLast:
    'Hachage du dernier point de contrôle ; notez-le, pour remarquer plus tard si le journal a été remplacé :',
  sealMissing: (index) => `Le point de contrôle ${index} manque.`,
  sealUnlinked: (index) => `Le point de contrôle ${index} ne suit pas le précédent.`,
  sealPositions: (index) =>
    `Les positions du point de contrôle ${index} ne suivent pas les précédentes.`,
  sealInstance: (index) => `Le point de contrôle ${index} appartient à une autre instance.`,
  sealWrong: (index, statement) =>
    `Le point de contrôle ${index} échoue à cette vérification : ${statement}`,
  checkpoints: 'Points de contrôle',
  number: 'Numéro',
  sealedAt: 'Scellé',
  period: 'Période des événements',
  size: 'Événements',
  hash: 'Hachage',
  verifyEvents: (index) => `Vérifier les événements du point de contrôle ${index}`,
  eventsRight: (verified, removed) =>
    removed === 0
      ? `${events(verified)}, sans modification.`
      : `${events(verified)} sans modification, ${events(removed)} plus conservés.`,
  eventsWrong: (ids) => `Événements modifiés ou insérés : ${someOf(ids)}`,
  eventsMissing: (ids) =>
    `Événements retirés avant la fin de leur durée de conservation : ${someOf(ids)}`,
  rootWrong:
    'Les hachages des événements ne mènent pas à la racine de Merkle du point de contrôle.',
  noCheckpoints: 'Pas encore de point de contrôle',
  noCheckpointsHint: 'Le premier est créé quelques secondes après le premier événement.',
  older: 'Plus anciens',
  newest: 'Les plus récents',
  signIns: 'Connexions',
  signInsIntro:
    'Connexions réussies et échouées. Quand les échecs sont nombreux, seuls quelques-uns sont consignés.',
  person: 'Personne',
  method: 'Méthode',
  result: 'Résultat',
  succeeded: 'réussie',
  failed: (reason) => `échouée : ${reason}`,
  noSignIns: 'Personne ne s’est encore connecté',
  noSignInsHint: 'Les connexions par mot de passe ou fournisseur d’identité sont listées ici.',
  denied: 'Requêtes refusées',
  deniedIntro:
    'Requêtes refusées faute d’autorisation ou à cause d’un jeton inconnu, comptées par appelant, route et minute.',
  route: 'Requête',
  caller: 'Appelant',
  requests: 'Requêtes',
  reason: 'Motif',
  reasons: { forbidden: 'autorisation manquante', 'unknown-token': 'jeton inconnu' },
  callers: {
    user: 'utilisateur',
    'api-token': 'jeton d’API',
    'personal-token': 'jeton personnel',
    unknown: 'jeton inconnu',
    others: 'autres, au-delà de la limite de lignes',
  },
  noDenied: 'Aucune requête n’a été refusée',
  noDeniedHint: 'Les requêtes sans autorisation ou avec un jeton inconnu apparaissent ici.',
  page: (page) => `Page n° ${page}`,
};

export const witnessTexts: typeof en.witnessTexts = {
  intro:
    'Qui cosigne le journal d’audit sans le voir. Ce qu’un témoin a cosigné ne peut être réécrit en secret, quel que soit le détenteur de la base et de la clé de signature.',
  create: 'Enregistrer un témoin',
  empty: 'Pas encore de témoin',
  emptyHint:
    'Quelqu’un lance « flags witness », qui affiche une clé de vérification à enregistrer ici.',
  verifierKey: 'Clé de vérification',
  verifierKeyHint: 'Comme « flags witness » l’affiche. Obtenez-la du témoin lui-même.',
  seals: 'Sceaux cosignés',
  cosignedAt: 'Dernière cosignature',
  missing: 'Pas encore cosignés',
  none: 'rien',
  waiting: (count) => counted(count, 'sceau', 'sceaux'),
  since: 'le plus ancien',
  deleteTitle: (name) => `Supprimer le témoin ${name}`,
  deleteHint: 'Ses cosignatures ne sont plus acceptées. Ce qu’il garde lui-même reste valide.',
};
