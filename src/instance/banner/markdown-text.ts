/**
 * A link in Markdown whose address could be a script, or cannot be told for certain: it
 * begins with another scheme than those of pages and mails, or with an entity or an escape. Each
 * alternative ends where the next one could begin, so that matching takes linear time.
 */
const DOUBTFUL_LINK = [
  String.raw`\][(:]\s*(?!https?:\/\/|mailto:|<)[^\s)\/?#\]]*[:&\\]`,
  String.raw`(?:\][(:]\s*<|<(?=[A-Za-z]))(?!https?:\/\/|mailto:)[^<>\/?#\n]*[:&\\]`,
].join('|');

/** Markdown whose links lead to pages and mail addresses only, whoever renders it. */
export const MARKDOWN_WITHOUT_SCRIPTS = {
  pattern: new RegExp(`^(?![\\s\\S]*(?:${DOUBTFUL_LINK}))`),
  wanted: 'Markdown whose links start with http://, https://, mailto: or /',
};
