import type * as en from '../notifications.js';

export const notificationTexts: typeof en.notificationTexts = {
  title: 'Benachrichtigungen',
  intro: 'Was in den letzten zwei Wochen geschah und Sie betreffen kann.',
  isNew: 'neu',
  markSeen: 'Alle als gesehen markieren',
  empty: 'Nichts zu sehen',
  emptyHint:
    'Prüfungen, die auf Sie warten, und was scheitert, abläuft oder veraltet, stehen hier.',
  kindsTitle: 'Mich benachrichtigen über',
  kinds: {
    review: 'Prüfungen, die auf mich warten',
    access: 'Zugriffsanfragen, und Entscheidungen über meine',
    failure: 'Geplante Änderungen, die nicht geschahen',
    safeguard: 'Ausgelöste Schutzregeln',
    token: 'Meine persönlichen Tokens, die ablaufen',
    stale: 'Features, die veraltet sind',
  },
  channels: { console: 'Hier', mail: 'Per Mail' },
  by: (kind, channel) => `${kind}: ${channel}`,
  rhythm: 'Mails kommen',
  rhythms: {
    soon: 'innerhalb von Minuten',
    daily: 'einmal am Tag, um 7:00 UTC',
    weekly: 'einmal in der Woche, montags um 7:00 UTC',
  },
  noMail: 'Mails brauchen eine E-Mail-Adresse in Ihrem Konto und einen Mailserver des Dienstes.',
  review: (title) => `„${title}“ wartet auf Ihre Prüfung.`,
  wish: (of) =>
    `${of.isEmergency ? 'Notfall: ' : ''}${of.user} bittet um die Rolle ${of.role} in ` +
    `${of.project}: ${of.reason}`,
  decided: (role, project, isGiven) =>
    isGiven
      ? `Sie haben die Rolle ${role} in ${project} auf Zeit bekommen.`
      : `Ihre Anfrage nach der Rolle ${role} in ${project} ist abgelehnt.`,
  token: (name) => `Ihr persönliches Token ${name} läuft bald ab oder ist abgelaufen.`,
  most: 'Nur die neuesten 50 Ereignisse stehen hier.',
};
