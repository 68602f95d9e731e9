export const uiTexts = {
  momentHint: 'In your time zone.',
  momentInUtc: (utc: string): string => `In your time zone. In UTC: ${utc}`,
  momentInFuture: 'Choose a moment of the past.',
  messages: 'Messages',
  dismiss: 'Dismiss',
  close: 'Close',
  cancel: 'Cancel',
  unconfirmed: 'Not confirmed yet',
  unconfirmedHint:
    'The service has not answered. It may still make the change, also after you close this.',
  loading: 'Loading…',
  never: 'never',
  undo: 'Undo',
  method: 'Method',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  save: 'Save',
  edit: 'Edit',
  remove: 'Delete',
  create: 'Create',
  created: 'Created',
  name: 'Name',
  description: 'Description',
  search: 'Search',
  searching: 'Searching…',
  searchIn: (list: string): string => `Search in ${list}`,
  nothingMatches: 'Nothing matches',
  changeSearch: 'Change the search.',
  actions: 'Actions',
  actionsOf: (name: string): string => `More actions of ${name}`,
  pages: (of: string | undefined): string => (of ? `Pages of ${of}` : 'Pages'),
  showCurrent: 'Show the current version',
  typeName: (name: string): string => `Type ${name} to confirm`,
  readingPreview: 'Reading what this affects…',
  impact: {
    features: 'Features',
    strategies: 'Strategies',
    segments: 'Segments',
    applications: 'Applications',
    connections: 'Connected SDK instances',
    evaluations: 'Recent evaluations',
  },
  copy: 'Copy',
  copied: 'Copied',
  copyOf: (what: string): string => `Copy ${what}`,
  copyByHand: 'The browser does not permit copying here. Select the text and copy it.',
  shownOnce: 'Copy this now. It is not shown again.',
  haveSaved: 'I have saved it',
  done: (what: string): string => `${what}: saved.`,
  removed: (what: string): string => `${what} is deleted.`,
  range: (from: number, to: number, total: number): string =>
    total === 0 ? 'None' : `${number(from)}–${number(to)} of ${number(total)}`,
};

const FORMAT = new Intl.NumberFormat('en');
const PLURALS = new Intl.PluralRules('en');

/** A number with separators. */
export function number(value: number): string {
  return FORMAT.format(value);
}

/** A number with its noun, such as `1 feature` or `3 features`. */
export function counted(count: number, one: string, many: string): string {
  return `${number(count)} ${PLURALS.select(count) === 'one' ? one : many}`;
}
