export const notificationTexts = {
  title: 'Notifications',
  intro: 'What happened in the last two weeks that may concern you.',
  isNew: 'new',
  markSeen: 'Mark all as seen',
  empty: 'Nothing to see',
  emptyHint: 'Reviews that wait for you, and what fails, expires or becomes stale, is listed here.',
  kindsTitle: 'Notify me of',
  kinds: {
    review: 'Reviews that wait for me',
    access: 'Requests for access, and decisions about mine',
    failure: 'Planned changes that were not made',
    safeguard: 'Safeguards that fired',
    token: 'My personal tokens that expire',
    stale: 'Features that became stale',
  },
  channels: { console: 'Here', mail: 'By mail' },
  by: (kind: string, channel: string): string => `${kind}: ${channel.toLowerCase()}`,
  rhythm: 'Mails come',
  rhythms: {
    soon: 'within minutes',
    daily: 'once a day, at 7:00 UTC',
    weekly: 'once a week, on Mondays at 7:00 UTC',
  },
  noMail: 'Mails need an e-mail address in your account, and a mail server of the service.',
  review: (title: string): string => `"${title}" waits for your review.`,
  wish: (of: {
    user: string;
    role: string;
    project: string;
    reason: string;
    isEmergency: boolean;
  }): string =>
    `${of.isEmergency ? 'Emergency: ' : ''}${of.user} asks for the role ${of.role} in ` +
    `${of.project}: ${of.reason}`,
  decided: (role: string, project: string, isGiven: boolean): string =>
    isGiven
      ? `You got the role ${role} in ${project} for a time.`
      : `Your request for the role ${role} in ${project} is denied.`,
  token: (name: string): string => `Your personal token ${name} expires soon or has expired.`,
  most: 'Only the newest 50 events are listed.',
};
