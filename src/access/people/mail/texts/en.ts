import type { MailTexts } from '../mail-texts.js';
import { dayText } from '../moments.js';

/** English. */
export const TEXTS: MailTexts = {
  language: 'en',
  greeting: (name) => (name ? `Hello ${name},` : 'Hello,'),
  colon: ':',
  invitation: {
    subject: 'Your account for managing feature flags',
    before: (url) => `An account was created for you at ${url}. Choose a password to start.`,
    action: 'Choose a password',
    after:
      'The link works once and for one day. If it has expired, ask the person who invited you ' +
      'for a new one.',
  },
  passwordLink: {
    subject: 'Choose a new password',
    before: (url) => `Somebody, probably you, requested a new password for your account at ${url}.`,
    action: 'Choose a new password',
    after:
      'The link works once and for one day. If you did not request it, ignore this mail; your ' +
      'password stays the same.',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    before: (url) =>
      `The password of your account at ${url} was changed, and all your sessions were ended.`,
    warning: 'If you did not do this, tell an administrator at once.',
  },
  suspended: {
    subject: 'A scheduled change was not made',
    actions: {
      on: 'Turn on',
      off: 'Turn off',
      archive: 'Archive',
      addStrategy: 'Add a strategy',
      updateStrategy: 'Change a strategy',
      deleteStrategy: 'Delete a strategy',
    },
    schedule: ({ id, action, feature, environment }) =>
      `The change "${action}" of the feature "${feature}" in the environment "${environment}", ` +
      `schedule ${id}, was not made.`,
    changeRequest: (id, environment) =>
      `The change request ${id} in the environment "${environment}" was not made.`,
    action: 'Look at it',
    after: 'It is suspended until somebody chooses another time.',
  },
  notifications: {
    subject: (count) =>
      `${count === 1 ? '1 notification' : `${count} notifications`} about feature flags`,
    before: 'This happened, and may concern you.',
    action: 'All notifications',
    more: (count) => `${count} more are not listed here.`,
    after: 'On the same page, you choose of what you get mails, and how often.',
    headings: {
      review: 'Reviews that wait for you',
      access: 'Requests for access, and decisions about yours',
      failure: 'Planned changes that were not made',
      safeguard: 'Safeguards that fired',
      token: 'Your personal tokens that expire',
      stale: 'Features that became stale',
    },
    untitled: (id) => `Change request ${id}`,
    review: (title) => `"${title}" waits for your review.`,
    wish: ({ user, role, project, reason, isEmergency }) =>
      `${isEmergency ? 'Emergency: ' : ''}${user} asks for the role ${role} ` +
      `in ${project}: ${reason}`,
    decision: (role, project, isGiven) =>
      isGiven
        ? `You got the role ${role} in ${project} for a time.`
        : `Your request for the role ${role} in ${project} is denied.`,
    token: (name, expiresAt) =>
      `Your personal token ${name} expires on ${dayText(expiresAt, 'en')}.`,
  },
};
