import type * as en from '../feature-past.js';

export const pastTexts: typeof en.pastTexts = {
  intro: 'Wie das Feature früher eingestellt war, und was sich seitdem geändert hat.',
  moment: 'Zeitpunkt',
  show: 'Anzeigen',
  choose: 'Einen Zeitpunkt wählen',
  chooseHint:
    'Die Seite zeigt, was SDKs damals bekamen. Der Verlauf verlinkt den Zustand vor jedem Ereignis.',
  state: (at) => `Zustand am ${at}`,
  changes: 'Was sich seitdem geändert hat',
  none: 'Seitdem hat sich nichts geändert.',
  was: 'Damals',
  is: 'Jetzt',
  on: 'an',
  off: 'aus',
  noStrategies: 'Keine Strategien: Solange es an war, war es für alle an.',
  disabled: 'deaktiviert',
  variants: 'Varianten',
  tags: 'Tags',
  stale: 'Veraltet',
  yes: 'ja',
  no: 'nein',
  parents: 'Hängt ab von',
  nothing: 'keine',
  absentTitle: 'Damals gab es das Feature nicht',
  absent:
    'Es wurde später erstellt, war archiviert oder hatte ein anderes Projekt. Einen anderen Zeitpunkt wählen.',
};
