import { counted } from '../format.js';
import type * as en from '../policies.js';

export const policyTexts: typeof en.policyTexts = {
  title: 'Règlement',
  ofInstance: 'Règlement de l’instance',
  intro:
    'Règles pour ce qui est enregistré, par quelque voie que ce soit. Ce qui existe reste, et ' +
    'éteindre n’est jamais refusé.',
  alsoInstance: 'Le règlement de l’instance vaut aussi dans ce projet.',
  hint: 'Règles pour les noms, les tags, les stratégies et les approbations.',
  open: 'Ouvrir le règlement',
  enforcement: 'Ce qui enfreint une règle',
  enforcements: { refuse: 'est refusé', warn: 'est seulement listé ici' },
  namePattern: 'Noms des nouvelles fonctionnalités',
  nameExample: 'Exemple de nom',
  requiredTags: 'Tags exigés',
  ownerRequired: 'Le projet doit avoir un propriétaire',
  maxAgeDays: 'Âge maximal en jours',
  forbiddenStrategies: 'Stratégies interdites en production',
  requiredConstraints: 'Contraintes exigées en production',
  requiredApprovals: 'Approbations que la production doit exiger',
  hints: {
    namePattern: 'Une expression régulière pour le nom entier. Vide : tout nom.',
    requiredTags: 'Des types comme team, ou des tags comme team:shop, séparés par des virgules.',
    maxAgeDays:
      'Les fonctionnalités plus anciennes ne sont ni allumées ni changées en production, sauf si leur ' +
      'type n’a pas de durée de vie prévue.',
    forbiddenStrategies: 'Des noms comme default, séparés par des virgules.',
    requiredConstraints:
      'Champs de contexte, séparés par des virgules. Les contraintes des segments comptent.',
    requiredApprovals: 'Vide : aucune.',
  },
  saved: 'Le règlement est enregistré.',
  removed: 'Le règlement est supprimé.',
  remove: 'Supprimer le règlement',
  check: 'Vérifier l’existant',
  found: 'Ce qui enfreint ces règles',
  counted: (features, problems) =>
    `${counted(problems, 'problème', 'problèmes')} dans ` +
    `${counted(features, 'fonctionnalité', 'fonctionnalités')}.`,
  nothing: 'Rien ne les enfreint',
  nothingHint: 'Tout ce qui existe suit ces règles.',
  what: 'Ce qui ne va pas, et ce qui irait',
  rule: 'Règle',
  project: 'Projet',
};
