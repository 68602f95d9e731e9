import type * as en from '../insights.js';

export const insightsTexts: typeof en.insightsTexts = {
  title: 'Einblicke',
  intro:
    'Wie Features kommen und gehen: wie lange sie bis zur Produktion brauchen, wie viele zurückbleiben, und wie sich das ändert. Projekte, die Sie nicht sehen können, zählen nicht.',
  lifecycle: 'Wo Features in ihrem Leben stehen',
  part: 'Abschnitt',
  parts: {
    develop: { name: 'Entwicklung', below: 'noch nicht in Produktion genutzt' },
    production: { name: 'Produktion', below: 'in Produktion genutzt' },
    cleanup: { name: 'Aufräumen', below: 'abgeschlossen, zu entfernen' },
  },
  features: 'Features',
  newOnes: 'Neu in dieser Woche',
  daysSoFar: 'Tage darin, Median',
  daysBefore: 'Tage, bis sie ihn verließen, Median',
  trends: 'Die letzten 13 Wochen',
  debtTitle: 'Features nach Woche',
  debtNote:
    'Nicht archivierte Features am Ende jeder Woche. Veraltet: als veraltet markiert, oder älter, als Features ihres Typs werden sollen.',
  current: 'In Ordnung',
  stale: 'Veraltet',
  productionTitle: 'Features, die die Produktion erreichten, nach Woche',
  productionNote: 'Features, die in den Abschnitt live kamen.',
  production: 'Features',
  createdTitle: 'Angelegte und archivierte Features nach Woche',
  createdNote: 'Seither gelöschte Features zählen nicht. Beide zusammen ergeben die Höhe.',
  created: 'Angelegt',
  archived: 'Archiviert',
  projects: 'Projekte nach veralteten Features',
  project: 'Projekt',
  debt: 'Technische Schuld',
  timeToProduction: 'Tage bis zur Produktion',
  users: 'Benutzer',
  csv: 'Projekte nach Woche als CSV herunterladen',
  shortened: (from) => `Es gibt so viele Projekte, dass nur die Tage seit ${from} gezeigt werden.`,
  none: 'Die ersten Zahlen erscheinen innerhalb einer Stunde.',
};
