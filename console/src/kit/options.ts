/** A choice of a list. */
export interface Option {
  value: string;
  label: string;
}

/** The options, with the chosen one even if it is not, or not yet, among them. */
export function withCurrent(options: readonly Option[], current: string | undefined): Option[] {
  return !current || options.some(({ value }) => value === current)
    ? [...options]
    : [...options, { value: current, label: current }];
}
