import { service } from '../../../api/failure-words.js';
import { momentText } from '../../../texts/format.js';

const MARKDOWN = /\\(.)|\[((?:\\.|[^\]\\])*)\]\([^)]*\)|\*/g;

const MOMENT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/** Why something happened: a sentence of the service, after a colon. */
const REASON = /(?<=: ).+$/s;

/**
 * The text of a sentence in Markdown, with moments in the time zone of its reader, and with the
 * reason in the language of the page.
 */
export const plainSentence = (sentence: string): string =>
  withMoments(withoutMarkdown(sentence)).replace(REASON, (reason) => service.told(reason));

/** A text with moments in the time zone of its reader. */
export const withMoments = (text: string): string =>
  text.replace(MOMENT, (moment) => momentText(new Date(moment)));

/** The text of a sentence in Markdown, without emphasis and addresses. */
export function withoutMarkdown(sentence: string): string {
  return sentence.replace(
    MARKDOWN,
    (_, escaped: string | undefined, link: string | undefined) =>
      escaped ?? (link === undefined ? '' : withoutMarkdown(link)),
  );
}
