export const historyTexts = {
  emptyTitle: 'Nothing is recorded of this feature',
  empty: 'Changes appear here, each with what it was before and a button that undoes it.',
  list: 'History',
  by: (who: string): string => `by ${who}`,
  differences: 'Differences',
  stateBefore: 'State before',
  stateBeforeEvent: (id: number): string => `State before event ${id}`,
  undo: 'Undo',
  undoOf: (label: string, id: number): string => `Undo ${label}, event ${id}`,
  undoes: (id: number): string => `undoes event ${id}`,
};
