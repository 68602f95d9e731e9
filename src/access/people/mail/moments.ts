import type { Language } from '../../../platform/http/language.js';

const MOMENT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z/g;

/** Writes a day in UTC, such as `November 27, 2026`. */
export function dayText(day: Date, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day);
}

/**
 * Rewrites moments such as `2026-11-27T23:30:00Z` as people of the language write them, with their
 * time zone: the one of the reader is unknown.
 */
export function withMoments(text: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language, {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    ...{ timeZone: 'UTC', timeZoneName: 'short' },
  });
  return text.replace(MOMENT, (moment) => {
    const at = new Date(moment);
    return Number.isNaN(at.getTime()) ? moment : format.format(at);
  });
}
