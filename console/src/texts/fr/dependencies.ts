import type * as en from '../dependencies.js';

export const dependencyTexts: typeof en.dependencyTexts = {
  intro:
    'Une fonctionnalité n’est activée que là où son parent est activé, ou donne une des variantes choisies.',
  graph: 'Dépendances',
  parents: 'Dépend de',
  self: 'Cette fonctionnalité',
  children: 'Nécessaire à',
  noParents: 'Elle ne dépend d’aucune autre fonctionnalité.',
  noChildren: 'Aucune autre fonctionnalité n’en dépend.',
  whileOn: 'tant qu’elle est activée',
  whileOff: 'tant qu’elle est désactivée',
  withVariants: (names) => `tant qu’elle donne ${names.join(' ou ')}`,
  add: 'Ajouter un parent',
  hasChildren: 'D’autres fonctionnalités en dépendent, elle ne peut donc dépendre d’aucune autre.',
  addTitle: (feature) => `De quoi dépend ${feature}`,
  parent: 'Fonctionnalité parente',
  condition: 'Condition requise',
  variant: 'tant qu’elle donne une de ces variantes',
  variants: 'Variantes',
  variantsHint: 'Noms de variantes, un par ligne ou séparés par des virgules.',
  added: (parent) => `Elle dépend maintenant de ${parent}.`,
  remove: (parent) => `Retirer la dépendance de ${parent}`,
  removed: (parent) => `Elle ne dépend plus de ${parent}.`,
};
