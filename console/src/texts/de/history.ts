import type * as en from '../history.js';

export const historyTexts: typeof en.historyTexts = {
  emptyTitle: 'Von diesem Feature ist nichts festgehalten',
  empty:
    'Änderungen erscheinen hier, mit dem Zustand davor und einer Schaltfläche, die sie rückgängig macht.',
  list: 'Verlauf',
  by: (who) => `von ${who}`,
  differences: 'Unterschiede',
  stateBefore: 'Zustand davor',
  stateBeforeEvent: (id) => `Zustand davor, vor Ereignis ${id}`,
  undo: 'Rückgängig',
  undoOf: (label, id) => `Rückgängig machen: ${label}, Ereignis ${id}`,
  undoes: (id) => `macht Ereignis ${id} rückgängig`,
};
