/** The content of a mail. */
export interface EmailMessage {
  /** Kind of mail for the log, because the mail itself can contain a secret. */
  kind: 'invitation' | 'password-link' | 'password-changed' | 'change-suspended';
  subject: string;
  text: string;
  html: string;
}

interface Contents {
  /** The paragraphs before and after the link. */
  before: string[];
  link?: { address: string; label: string };
  after: string[];
}

/** Invites a new user to set a password at `link`. */
export function invitation(
  name: string | undefined,
  link: string,
  publicUrl: string,
): EmailMessage {
  return emailMessage('invitation', 'Your account for managing feature flags', name, {
    before: [`An account was created for you at ${publicUrl}. Choose a password to start.`],
    link: { address: link, label: 'Choose a password' },
    after: [
      'The link works once and for one day. If it has expired, ask the person who invited you ' +
        'for a new one.',
    ],
  });
}

/** Lets a user set a new password at `link`. */
export function passwordLink(
  name: string | undefined,
  link: string,
  publicUrl: string,
): EmailMessage {
  return emailMessage('password-link', 'Choose a new password', name, {
    before: [`Somebody, probably you, requested a new password for your account at ${publicUrl}.`],
    link: { address: link, label: 'Choose a new password' },
    after: [
      'The link works once and for one day. If you did not request it, ignore this mail; your ' +
        'password stays the same.',
    ],
  });
}

/** Notifies a user of a changed password, in case somebody else changed it. */
export function passwordChanged(name: string | undefined, publicUrl: string): EmailMessage {
  return emailMessage('password-changed', 'Your password was changed', name, {
    before: [
      `The password of your account at ${publicUrl} was changed, and all your sessions were ended.`,
      'If you did not do this, tell an administrator at once.',
    ],
    after: [],
  });
}

/**
 * Notifies the author of a scheduled change that it was not made.
 * @param what The change, as the subject of a sentence.
 * @param link Where the author can see it.
 */
export function changeSuspended(
  name: string | undefined,
  what: string,
  reason: string,
  link: string,
): EmailMessage {
  return emailMessage('change-suspended', 'A scheduled change was not made', name, {
    before: [`${onOneLine(what, 500)} was not made.`, onOneLine(reason, 500)],
    link: { address: link, label: 'Look at it' },
    after: ['It is suspended until somebody chooses another time.'],
  });
}

function emailMessage(
  kind: EmailMessage['kind'],
  subject: string,
  name: string | undefined,
  { before, link, after }: Contents,
): EmailMessage {
  const greeting = name ? `Hello ${onOneLine(name)},` : 'Hello,';
  const opening = [greeting, ...before];
  const text = [...opening, ...(link ? [`${link.label}: ${link.address}`] : []), ...after].join(
    '\n\n',
  );
  const anchor = link
    ? [`<p><a href="${escaped(link.address)}">${escaped(link.label)}</a></p>`]
    : [];
  const html = [...opening.map(paragraph), ...anchor, ...after.map(paragraph)].join('\n');
  return {
    kind,
    subject,
    text: `${text}\n`,
    html: `<!doctype html>\n<html lang="en">\n<body>\n${html}\n</body>\n</html>\n`,
  };
}

const paragraph = (text: string): string => `<p>${escaped(text)}</p>`;

/** Keeps a user-defined name on one line, so that it cannot forge other content. */
function onOneLine(name: string, most = 100): string {
  return name.replace(/\s+/g, ' ').trim().slice(0, most);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
