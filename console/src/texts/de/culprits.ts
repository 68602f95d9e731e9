import { counted, number, percent } from '../format.js';
import type * as en from '../culprits.js';

const minutes = (value: number): string => counted(value, 'Minute', 'Minuten');
const REASONS: en.ReasonWords = {
  time: (value) => `Sie geschah ${minutes(value)} vorher.`,
  delivery: (value) => `Eine getrennte Instanz lieferte sie erst ${minutes(value)} vorher aus.`,
  environment: (value) =>
    value === 1 ? 'Sie betrifft Produktion.' : 'Sie betrifft Produktion nicht.',
  share: (value) => `Sie betrifft bis zu ${percent(value)} der Nutzer.`,
  dependants: (value) => `Davon abhängig: ${counted(value, 'Feature', 'Features')}.`,
  segment: (value) =>
    `Das Segment wird in Produktion von ${counted(value, 'Feature', 'Features')} benutzt.`,
  usage: (value) =>
    value === 0
      ? 'Keine Nutzung ist bekannt.'
      : `Das Feature wurde etwa ${number(value)}-mal je Stunde ausgewertet.`,
  shift: (value) =>
    `Der Anteil der Auswertungen, die an sind, änderte sich um ${number(value)} Prozentpunkte.`,
  undone: (value) => `Sie wurde nach ${minutes(value)} rückgängig gemacht.`,
};

export const culpritTexts: typeof en.culpritTexts = {
  intro:
    'Wenn etwas schiefging, sind diese Änderungen die wahrscheinlichsten Ursachen: kurz davor gemacht, für viele Nutzer, mit veränderter Nutzung danach.',
  noticed: 'Bemerkt um',
  now: 'Jetzt, wenn kein früherer Zeitpunkt gewählt ist.',
  search: 'Suchen',
  list: 'Wahrscheinliche Ursachen, die wahrscheinlichste zuerst',
  reason: ({ name, value }) => REASONS[name](value),
  why: 'Warum',
  examined: (count, hasMore) =>
    `Die wahrscheinlichsten ${hasMore ? 'der letzten ' : 'von '}${counted(count, 'Änderung', 'Änderungen')} vor`,
  noneTitle: 'Nichts hat sich geändert',
  none: 'In den 24 Stunden davor gab es keine Änderung, die etwas bewirkt haben kann. Einen anderen Zeitpunkt oder alle Projekte wählen.',
};
