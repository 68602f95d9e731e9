import type * as en from '../history.js';

export const historyTexts: typeof en.historyTexts = {
  emptyTitle: 'Rien n’est consigné sur cette fonctionnalité',
  empty: 'Les modifications apparaissent ici, avec l’état d’avant et un bouton qui les annule.',
  list: 'Historique',
  by: (who) => `par ${who}`,
  differences: 'Différences',
  stateBefore: 'État avant',
  stateBeforeEvent: (id) => `État avant l’événement ${id}`,
  undo: 'Annuler',
  undoOf: (label, id) => `Annuler ${label}, événement ${id}`,
  undoes: (id) => `annule l’événement ${id}`,
};
