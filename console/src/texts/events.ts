/** The type of an event in words: `Feature environment enabled`. */
export const wordsOfType = (type: string): string =>
  `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll('-', ' ')}`;

/** Texts of what events changed, and of undoing them. */
export const eventTexts = {
  token: (name: string): string => `token ${name}`,
  safeguard: 'a safeguard',
  differences: 'Differences',
  noDifferences: 'This event has no values before and after it.',
  property: 'Property',
  before: 'Before',
  after: 'After',
  separator: ' › ',
  absent: 'not set',
  emptyText: '(empty)',
  nothing: '(none)',
  undo: 'Undo',
  receipt: 'Receipt',
  undoTitle: (label: string): string => `Undo: ${label}`,
  scope: 'Also undo what was changed together with it',
  reading: 'Reading what undoing does…',
  willDo: 'What undoing does',
  more: (count: string): string => `and ${count} more`,
  notPossible: 'This cannot be undone',
  alreadyUndone: (id: number): string => `It was undone already by event ${id}.`,
  undone: (label: string): string => `Undone: ${label}.`,
};
