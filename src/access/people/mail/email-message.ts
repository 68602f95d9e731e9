import type { MailTexts } from './mail-texts.js';
import { withMoments } from './moments.js';

/** The content of a mail. */
export interface EmailMessage {
  /** Kind of mail for the log, because the mail itself can contain a secret. */
  kind: 'invitation' | 'password-link' | 'password-changed' | 'change-suspended' | 'notifications';
  subject: string;
  text: string;
  html: string;
}

/** Something that a mail tells of. */
export interface MailItem {
  text: string;
  /** The page where the recipient can do something about it. */
  address: string;
}

interface Contents {
  /** The paragraphs before and after the items and the link. */
  before: string[];
  /** What is told, under headings. */
  groups?: readonly { heading: string; items: readonly MailItem[] }[];
  link?: { address: string; label: string };
  after: string[];
}

/** Invites a new user to set a password at `link`. */
export function invitation(
  texts: MailTexts,
  name: string | undefined,
  link: string,
  publicUrl: string,
): EmailMessage {
  return withLink('invitation', texts.invitation, texts, { name, link, publicUrl });
}

/** Lets a user set a new password at `link`. */
export function passwordLink(
  texts: MailTexts,
  name: string | undefined,
  link: string,
  publicUrl: string,
): EmailMessage {
  return withLink('password-link', texts.passwordLink, texts, { name, link, publicUrl });
}

function withLink(
  kind: EmailMessage['kind'],
  { subject, before, action, after }: MailTexts['invitation'],
  texts: MailTexts,
  { name, link, publicUrl }: { name: string | undefined; link: string; publicUrl: string },
): EmailMessage {
  return emailMessage(kind, texts, subject, name, {
    before: [before(publicUrl)],
    link: { address: link, label: action },
    after: [after],
  });
}

/** Notifies a user of a changed password, in case somebody else changed it. */
export function passwordChanged(
  texts: MailTexts,
  name: string | undefined,
  publicUrl: string,
): EmailMessage {
  const { subject, before, warning } = texts.passwordChanged;
  return emailMessage('password-changed', texts, subject, name, {
    before: [before(publicUrl), warning],
    after: [],
  });
}

/**
 * Notifies the author of a scheduled change that it was not made.
 * @param what A sentence that says so.
 * @param link Where the author can see it.
 */
export function changeSuspended(
  texts: MailTexts,
  name: string | undefined,
  { what, reason, link }: { what: string; reason: string; link: string },
): EmailMessage {
  const { subject, action, after } = texts.suspended;
  return emailMessage('change-suspended', texts, subject, name, {
    before: [what, reason].map((said) => onOneLine(withMoments(said, texts.language), 600)),
    link: { address: link, label: action },
    after: [after],
  });
}

/**
 * Tells a user of what happened.
 * @param groups What happened, under headings.
 * @param more How much more happened than is listed.
 */
export function notifications(
  texts: MailTexts,
  name: string | undefined,
  groups: NonNullable<Contents['groups']>,
  more: number,
  publicUrl: string,
): EmailMessage {
  const said = texts.notifications;
  const count = groups.reduce((sum, { items }) => sum + items.length, more);
  return emailMessage('notifications', texts, said.subject(count), name, {
    before: [said.before],
    groups,
    link: { address: `${publicUrl}/notifications`, label: said.action },
    after: [...(more > 0 ? [said.more(more)] : []), said.after],
  });
}

function emailMessage(
  kind: EmailMessage['kind'],
  { language, greeting, colon }: MailTexts,
  subject: string,
  name: string | undefined,
  { before, groups = [], link, after }: Contents,
): EmailMessage {
  const opening = [greeting(name && onOneLine(name)), ...before];
  const listed = groups.map(({ heading, items }) => {
    const lines = items.map(({ text, address }) => `- ${onOneLine(text, 500)}\n  ${address}`);
    return [heading + colon, ...lines].join('\n');
  });
  const reference = link ? [`${link.label}${colon} ${link.address}`] : [];
  const text = [...opening, ...listed, ...reference, ...after].join('\n\n');
  const html = [
    ...opening.map(paragraph),
    ...groups.flatMap(({ heading, items }) => [
      `<h2 style="margin:16px 0 4px;font-size:16px">${escaped(heading)}</h2>`,
      `<ul style="margin:0;padding-left:20px">${items.map(itemOf).join('')}</ul>`,
    ]),
    ...(link ? [buttonOf(link)] : []),
    ...after.map(paragraph),
  ].join('\n');
  return { kind, subject, text: `${text}\n`, html: layoutOf(language, subject, html) };
}

/** The one layout of all mails: one column, styles in place, nothing that has to be loaded. */
function layoutOf(language: string, subject: string, content: string): string {
  const font = "font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif;font-size:15px";
  const box = 'max-width:560px;border:1px solid #ced4da;border-radius:8px';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:16px;${font};line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${box}">
<tr><td style="padding:16px 24px;border-bottom:1px solid #ced4da"><b>Feature flags</b></td></tr>
<tr><td style="padding:8px 24px 16px">
${content}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

const paragraph = (text: string): string => `<p style="margin:12px 0">${escaped(text)}</p>`;

function itemOf({ text, address }: MailItem): string {
  const anchor = `<a href="${escaped(address)}">${escaped(onOneLine(text, 500))}</a>`;
  return `<li style="margin:4px 0">${anchor}</li>`;
}

function buttonOf({ address, label }: NonNullable<Contents['link']>): string {
  const style =
    'display:inline-block;padding:10px 16px;border-radius:6px;background:#1864ab;color:#ffffff;' +
    'font-weight:600;text-decoration:none';
  const anchor = `<a href="${escaped(address)}" style="${style}">${escaped(label)}</a>`;
  return `<p style="margin:16px 0">${anchor}</p>`;
}

/** Keeps a user-defined name on one line, so that it cannot forge other content. */
function onOneLine(name: string, most = 100): string {
  return name
    .replace(/[^\S\u00a0]+/g, ' ')
    .trim()
    .slice(0, most);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
