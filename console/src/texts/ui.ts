export const uiTexts = {
  messages: 'Messages',
  dismiss: 'Dismiss',
  close: 'Close',
  cancel: 'Cancel',
  loading: 'Loading…',
  never: 'never',
  undo: 'Undo',
  method: 'Method',
  previousPage: 'Previous page',
  nextPage: 'Next page',
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
