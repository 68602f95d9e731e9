import { counted } from '../format.js';
import type * as en from '../culprits.js';

export const culpritTexts: typeof en.culpritTexts = {
  intro:
    'Wenn etwas schiefging, sind diese Änderungen die wahrscheinlichsten Ursachen: kurz davor gemacht, für viele Nutzer, mit veränderter Nutzung danach.',
  noticed: 'Bemerkt um',
  now: 'Jetzt, wenn kein früherer Zeitpunkt gewählt ist.',
  search: 'Suchen',
  list: 'Wahrscheinliche Ursachen, die wahrscheinlichste zuerst',
  why: 'Warum',
  examined: (count, hasMore) =>
    `Die wahrscheinlichsten ${hasMore ? 'der letzten ' : 'von '}${counted(count, 'Änderung', 'Änderungen')} vor`,
  noneTitle: 'Nichts hat sich geändert',
  none: 'In den 24 Stunden davor gab es keine Änderung, die etwas bewirkt haben kann. Einen anderen Zeitpunkt oder alle Projekte wählen.',
};
