import { ago as inWords, momentText, moments } from '../texts/format.js';
import { uiTexts } from '../texts/ui.js';

const precise = moments({ dateStyle: 'medium', timeStyle: 'medium' });
const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

interface TimeProps {
  at: string | null | undefined;
  /** How long ago it was. */
  relative?: boolean;
  /** With seconds. */
  exact?: boolean;
}

/** A moment in the reader's time zone, with UTC on hover. */
export function Time({ at, relative = false, exact = false }: TimeProps) {
  if (!at) return <span>{uiTexts.never}</span>;
  const moment = new Date(at);
  return (
    <time dateTime={at} title={utc(moment)}>
      {relative ? ago(moment) : (exact ? precise : momentText)(moment)}
    </time>
  );
}

function utc(moment: Date): string {
  return `${moment.toISOString().replace('T', ' ').slice(0, 19)} UTC`;
}

/** Such as `5 minutes ago`. */
export function ago(moment: Date, now = Date.now()): string {
  const elapsed = moment.getTime() - now;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(elapsed) >= length) ?? ['second', 1_000];
  return inWords(Math.round(elapsed / size), unit);
}
