// Numbers, plurals and moments as people of the language write them. Formats are made when
// they are needed first: making one takes a slow phone some time.

/** The language of the page, which the service has chosen. */
export const LANGUAGE = document.documentElement.lang || 'en';

/** With the reader's region, such as `de-AT`, if the browser prefers one of this language. */
export const LOCALE =
  navigator.languages.find((locale) => locale.split('-')[0] === LANGUAGE && isKnown(locale)) ??
  LANGUAGE;

/** Some browsers name locales that formats refuse, such as `en-US@posix`. */
function isKnown(locale: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}

const later = <Format>(make: () => Format): (() => Format) => {
  let made: Format | undefined;
  return () => (made ??= make());
};

/** What writes moments, in the reader's time zone unless the options say otherwise. */
export function moments(options: Intl.DateTimeFormatOptions): (moment: Date | number) => string {
  const format = later(() => new Intl.DateTimeFormat(LOCALE, options));
  return (moment) => format().format(moment);
}

/** What writes periods, from their first moment to their last one. */
export function periods(options: Intl.DateTimeFormatOptions): (from: Date, to: Date) => string {
  const format = later(() => new Intl.DateTimeFormat(LOCALE, options));
  return (from, to) => format().formatRange(from, to);
}

/** Such as `Nov 27, 2026, 11:30 PM`. */
export const momentText = moments({ dateStyle: 'medium', timeStyle: 'short' });

const numbers = later(() => new Intl.NumberFormat(LOCALE));

/** A number with separators. */
export const number = (value: number): string => numbers().format(value);

/** A number with exactly so many digits after the separator. */
export function decimal(value: number, digits: number): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(LOCALE, options).format(value);
}

const shares = later(
  () => new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 3 }),
);

/** A share: `percent(25)` is `25%` in English, and `25 %` in German. */
export const percent = (value: number): string => shares().format(value / 100);

const plurals = later(() => new Intl.PluralRules(LOCALE));

/** A number with its noun, such as `1 feature` or `3 features`. */
export function counted(count: number, one: string, many: string): string {
  return `${number(count)} ${plurals().select(count) === 'one' ? one : many}`;
}

const elapsed = later(() => new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto' }));

/** Such as `5 minutes ago`. */
export const ago = (value: number, unit: Intl.RelativeTimeFormatUnit): string =>
  elapsed().format(value, unit);
