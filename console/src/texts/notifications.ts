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
    failure: 'Planned changes that were not made',
    safeguard: 'Safeguards that fired',
    token: 'My personal tokens that expire',
    stale: 'Features that became stale',
  },
  review: (title: string): string => `"${title}" waits for your review.`,
  token: (name: string): string => `Your personal token ${name} expires soon or has expired.`,
  most: 'Only the newest 50 events are listed.',
};
