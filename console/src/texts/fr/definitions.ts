import { counted } from '../format.js';
import type * as en from '../definitions.js';

export const segmentTexts: typeof en.segmentTexts = {
  title: 'Segments',
  intro: 'Un segment est un ensemble nommé de contraintes que des stratégies partagent.',
  project: 'Projet',
  allProjects: 'Tous les projets',
  constraints: 'Contraintes',
  count: (count) => counted(count, 'contrainte', 'contraintes'),
  used: 'Utilisé dans',
  usedIn: (features) => counted(features, 'fonctionnalité', 'fonctionnalités'),
  emptyTitle: 'Il n’y a pas encore de segments',
  empty:
    'Créez-en un pour un groupe d’utilisateurs que plusieurs fonctionnalités traitent de même.',
  deleteTitle: (name) => `Supprimer le segment ${name}`,
  create: 'Créer un segment',
  editTitle: (name) => `Modifier le segment ${name}`,
};

export const usageTexts: typeof en.usageTexts = {
  title: (name) => `Utilisation de ${name}`,
  show: 'Utilisation',
  feature: 'Fonctionnalité',
  environment: 'Environnement',
  strategy: 'Stratégie',
  none: 'Rien ne l’utilise.',
};

export const contextFieldTexts: typeof en.contextFieldTexts = {
  title: 'Champs de contexte',
  intro:
    'Ce que les applications disent de l’utilisateur pour lequel elles demandent, comme un identifiant ou un pays. Les contraintes le comparent à des valeurs.',
  create: 'Créer un champ de contexte',
  stickiness: 'Stickiness (stabilité)',
  stickinessHint:
    'Les déploiements progressifs peuvent l’utiliser, pour que le même utilisateur reçoive toujours la même réponse.',
  yes: 'oui',
  no: 'non',
  legalValues: 'Valeurs permises',
  legalValuesHint: 'Ce que proposent les éditeurs de contraintes. Vide : toute valeur.',
  value: 'Valeur',
  addValue: 'Ajouter une valeur',
  removeValue: (row) => `Retirer la valeur ${row}`,
  anyValue: 'toutes',
  used: 'Utilisé dans',
  emptyTitle: 'Il n’y a pas de champs de contexte',
  empty: 'Créez-en un pour ce que vos applications savent d’une requête.',
  editTitle: (name) => `Modifier ${name}`,
  deleteTitle: (name) => `Supprimer le champ de contexte ${name}`,
  deleteHint:
    'Il peut être supprimé si rien ne l’utilise et s’il n’est pas intégré. C’est irréversible.',
};

export const tagTypeTexts: typeof en.tagTypeTexts = {
  title: 'Types de tags',
  intro:
    'Les tags ont un type, comme équipe ou ticket. Ils filtrent les listes de fonctionnalités.',
  create: 'Créer un type de tag',
  icon: 'Icône',
  iconHint: 'Une lettre ou un symbole.',
  emptyTitle: 'Il n’y a pas de types de tags',
  empty: 'Créez-en un pour donner des tags aux fonctionnalités.',
  editTitle: (name) => `Modifier ${name}`,
  deleteTitle: (name) => `Supprimer le type de tag ${name}`,
  deleteHint: 'Tous ses tags sont retirés de toutes les fonctionnalités. C’est irréversible.',
};

export const strategyTexts: typeof en.strategyTexts = {
  title: 'Stratégies',
  intro:
    'Façons de décider pour qui une fonctionnalité est activée. Préférez les contraintes et les segments aux stratégies personnalisées.',
  create: 'Créer une stratégie',
  displayTitle: 'Titre',
  builtIn: 'intégrée',
  deprecated: 'dépréciée',
  parameters: 'Paramètres',
  parametersHint: 'Types : string, percentage, list, number, boolean.',
  parameterType: 'Type',
  parameterName: 'Nom',
  addParameter: 'Ajouter un paramètre',
  removeParameter: (row) => `Retirer le paramètre ${row}`,
  deprecate: 'Déprécier',
  reactivate: 'Réactiver',
  deprecatedDone: (name) => `${name} est dépréciée. Les fonctionnalités continuent de l’utiliser.`,
  reactivatedDone: (name) => `${name} est de nouveau active.`,
  noParameters: 'aucun',
  empty: 'Il n’y a pas de stratégies.',
  editTitle: (name) => `Modifier ${name}`,
  deleteTitle: (name) => `Supprimer la stratégie ${name}`,
  deleteHint:
    'Elle peut être supprimée si aucune fonctionnalité ne l’utilise. Sinon, dépréciez-la.',
};
