/** Matches one part of a Markdown sentence of the audit log: a link, bold, italic or plain text. */
const PART = new RegExp(
  [
    /\*\*\[((?:\\.|[^\]\\])*)\]\(([^)]*)\)\*\*/, // link
    /\*\*((?:\\.|[^*\\])*)\*\*/, // bold
    /\*((?:\\.|[^*\\])*)\*/, // italic
    /((?:\\.|[^*\\])+)/, // plain text
  ]
    .map(({ source }) => source)
    .join('|'),
  'gs',
);

/** How a format renders the parts of a sentence. Its input is not escaped. */
interface Format {
  link(text: string, url: string): string;
  bold(text: string): string;
  italic(text: string): string;
  text(text: string): string;
}

const unescaped = (text: string): string => text.replace(/\\(.)/gs, '$1');

function translated(markdown: string, format: Format): string {
  return [...markdown.matchAll(PART)]
    .map(([, linkText, url, bold, italic, text]) => {
      if (url !== undefined) return format.link(unescaped(linkText!), url);
      if (bold !== undefined) return format.bold(unescaped(bold));
      if (italic !== undefined) return format.italic(unescaped(italic));
      return format.text(unescaped(text!));
    })
    .join('');
}

/** The three characters that Slack interprets; all others are safe in text. */
const forSlack = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** A sentence of the audit log in the markup of Slack. */
export function slackText(markdown: string): string {
  return translated(markdown, {
    link: (text, url) => `*<${url}|${forSlack(text)}>*`,
    bold: (text) => `*${forSlack(text)}*`,
    italic: (text) => `_${forSlack(text)}_`,
    text: forSlack,
  });
}

/** A sentence of the audit log without any markup. */
export function plainText(markdown: string): string {
  const same = (text: string): string => text;
  return translated(markdown, { link: same, bold: same, italic: same, text: same });
}
