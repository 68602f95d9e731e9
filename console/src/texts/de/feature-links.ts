import type * as en from '../feature-links.js';

export const featureLinkTexts: typeof en.featureLinkTexts = {
  heading: 'Links',
  none: 'Keine Links',
  add: 'Link hinzufügen',
  addTitle: (feature) => `Link zu ${feature} hinzufügen`,
  added: 'Der Link ist hinzugefügt.',
  edit: (title) => `Link ${title} ändern`,
  editTitle: 'Link ändern',
  saved: 'Der Link ist gespeichert.',
  remove: (title) => `Link ${title} entfernen`,
  removed: (title) => `Der Link ${title} ist entfernt.`,
  url: 'Adresse',
  urlHint: 'Eine Seite anderswo, etwa ein Ticket oder Dokument, mit https:// oder http://.',
  title: 'Titel',
  titleHint: 'Wird anstelle der Adresse gezeigt.',
  template: 'Aus einer Vorlage des Projekts',
  noTemplate: 'Keine',
};
