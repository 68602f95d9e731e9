import { counted, momentText, number } from '../format.js';
import type * as en from '../calendar.js';

export const calendarTexts: typeof en.calendarTexts = {
  title: 'Zeitpläne',
  intro: 'Was Zeitpläne und Änderungsanträge in allen Projekten tun werden, die Sie sehen können.',
  views: 'Ansichten des Kalenders',
  viewNames: { week: 'Woche', month: 'Monat' },
  previous: 'Zurück',
  previousOf: { week: 'Zurück zur vorigen Woche', month: 'Zurück zum vorigen Monat' },
  today: 'Heute',
  next: 'Weiter',
  nextOf: { week: 'Weiter zur nächsten Woche', month: 'Weiter zum nächsten Monat' },
  nothing: {
    week: 'Für diese Woche ist nichts geplant. Änderungen werden auf der Seite eines Features geplant.',
    month:
      'Für diesen Monat ist nichts geplant. Änderungen werden auf der Seite eines Features geplant.',
  },
  more: (count) => `${number(count)} weitere`,
  truncated: 'Nur die ersten 100 Zeitpläne dieser Zeit werden gezeigt. Eine Woche wählen.',
  applied: (environment) => `Änderungsantrag in ${environment}`,
  conflict: 'Konflikt',
  problems: (count) =>
    `${counted(count, 'Änderung braucht', 'Änderungen brauchen')} eine Entscheidung`,
  suspended: 'Sie ist ausgesetzt.',
  archived: (at) => `Das Feature wird am ${momentText(at)} archiviert, also davor.`,
  changedBefore: (at) =>
    `Dieselbe Strategie wird am ${momentText(at)} geändert, was diese Änderung aussetzt.`,
  during: (words, until) => `Sie fällt in „${words}“, bis zum ${momentText(until)}.`,
  near: (words, at) => `„${words}“ geschieht am ${momentText(at)}, also fast gleichzeitig.`,
};
