import type { MailTexts } from '../mail-texts.js';
import { dayText } from '../moments.js';

/** German. */
export const TEXTS: MailTexts = {
  language: 'de',
  greeting: (name) => (name ? `Guten Tag ${name},` : 'Guten Tag,'),
  colon: ':',
  invitation: {
    subject: 'Ihr Konto für Feature-Flags',
    before: (url) =>
      `Für Sie wurde ein Konto unter ${url} angelegt. Wählen Sie ein Passwort, um zu beginnen.`,
    action: 'Passwort wählen',
    after:
      'Der Link gilt einmal und für einen Tag. Wenn er abgelaufen ist, bitten Sie die Person, ' +
      'die Sie eingeladen hat, um einen neuen.',
  },
  passwordLink: {
    subject: 'Neues Passwort wählen',
    before: (url) =>
      `Jemand, wahrscheinlich Sie, hat ein neues Passwort für Ihr Konto unter ${url} angefordert.`,
    action: 'Neues Passwort wählen',
    after:
      'Der Link gilt einmal und für einen Tag. Wenn Sie ihn nicht angefordert haben, ignorieren ' +
      'Sie diese Mail; Ihr Passwort bleibt, wie es ist.',
  },
  passwordChanged: {
    subject: 'Ihr Passwort wurde geändert',
    before: (url) =>
      `Das Passwort Ihres Kontos unter ${url} wurde geändert, ` +
      'und alle Ihre Sitzungen wurden beendet.',
    warning: 'Wenn Sie das nicht waren, benachrichtigen Sie sofort einen Administrator.',
  },
  suspended: {
    subject: 'Eine geplante Änderung geschah nicht',
    actions: {
      on: 'Einschalten',
      off: 'Ausschalten',
      archive: 'Archivieren',
      addStrategy: 'Strategie hinzufügen',
      updateStrategy: 'Strategie ändern',
      deleteStrategy: 'Strategie löschen',
    },
    schedule: ({ id, action, feature, environment }) =>
      `Die Änderung „${action}“ des Features „${feature}“ in der Umgebung „${environment}“, ` +
      `Zeitplan ${id}, geschah nicht.`,
    changeRequest: (id, environment) =>
      `Der Änderungsantrag ${id} in der Umgebung „${environment}“ wurde nicht angewendet.`,
    action: 'Ansehen',
    after: 'Das ist ausgesetzt, bis jemand einen anderen Zeitpunkt wählt.',
  },
  notifications: {
    subject: (count) =>
      `${count === 1 ? '1 Benachrichtigung' : `${count} Benachrichtigungen`} über Feature-Flags`,
    before: 'Dies geschah und kann Sie betreffen.',
    action: 'Alle Benachrichtigungen',
    more: (count) => `${count} weitere stehen hier nicht.`,
    after: 'Auf derselben Seite wählen Sie, worüber Sie Mails bekommen, und wie oft.',
    headings: {
      review: 'Prüfungen, die auf Sie warten',
      access: 'Zugriffsanfragen, und Entscheidungen über Ihre',
      failure: 'Geplante Änderungen, die nicht geschahen',
      safeguard: 'Ausgelöste Schutzregeln',
      token: 'Ihre persönlichen Tokens, die ablaufen',
      stale: 'Features, die veraltet sind',
    },
    untitled: (id) => `Änderungsantrag ${id}`,
    review: (title) => `„${title}“ wartet auf Ihre Prüfung.`,
    wish: ({ user, role, project, reason, isEmergency }) =>
      `${isEmergency ? 'Notfall: ' : ''}${user} bittet um die Rolle ${role} ` +
      `in ${project}: ${reason}`,
    decision: (role, project, isGiven) =>
      isGiven
        ? `Sie haben die Rolle ${role} in ${project} auf Zeit bekommen.`
        : `Ihre Anfrage nach der Rolle ${role} in ${project} ist abgelehnt.`,
    token: (name, expiresAt) =>
      `Ihr persönliches Token ${name} läuft am ${dayText(expiresAt, 'de')} ab.`,
  },
};
