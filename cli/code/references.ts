/** A line of a file that names a feature. */
export interface CodeReference {
  feature: string;
  file: string;
  line: number;
}

/** A text in quotes that could be the name of a feature. */
const QUOTED = /(["'`])([A-Za-z0-9\-_.~!*'()]{1,100}?)\1/g;
/** Functions of SDKs whose first argument is the name of a feature. */
const ASKED = new RegExp(
  String.raw`\b(?:is_?(?:feature_?)?enabled|get_?variant|use_?(?:flag|variant)|` +
    String.raw`get_?(?:boolean|string|number|integer|float|double|object)_?(?:value|details))` +
    String.raw`(?:Async)?\(\s*(["'\x60])([A-Za-z0-9\-_.~!*()]{1,100})\1`,
  'gi',
);

/** Whether a text has a name in quotes. */
export const isQuoted = (text: string, name: string): boolean =>
  ['"', "'", '`'].some((quote) => text.includes(quote + name + quote));

/**
 * The lines of a text that name features, in quotes.
 * @param isFeature Whether a text is the name of a feature of the project.
 * @param isElsewhere Whether it is the name of one of another project.
 */
export function referencesIn(
  text: string,
  file: string,
  isFeature: (name: string) => boolean,
  isElsewhere: (name: string) => boolean,
): CodeReference[] {
  return text.split('\n').flatMap((line, index) => {
    const named = [...line.matchAll(QUOTED)].map(([, , name]) => name!).filter(isFeature);
    const asked = [...line.matchAll(ASKED)].map(([, , name]) => name!);
    const names = new Set([...named, ...asked.filter((name) => !isElsewhere(name))]);
    return [...names].map((feature) => ({ feature, file, line: index + 1 }));
  });
}
