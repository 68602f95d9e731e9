import { eventTexts } from '../../../texts/events.js';
import { momentText } from '../../../texts/format.js';
import { SERVICE } from '../events/words-of-author.js';

const MARKDOWN = /\\(.)|\[((?:\\.|[^\]\\])*)\]\([^)]*\)|\*/g;

const MOMENT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

const SERVICE_IN_WORDS = eventTexts.service.charAt(0).toUpperCase() + eventTexts.service.slice(1);
const BY_SERVICE = new RegExp(`^${SERVICE}\\b`);

/**
 * The text of a sentence in Markdown, with moments in the time zone of its reader, and the service
 * as an author in words.
 */
export const plainSentence = (sentence: string): string =>
  withoutMarkdown(sentence)
    .replace(MOMENT, (moment) => momentText(new Date(moment)))
    .replace(BY_SERVICE, SERVICE_IN_WORDS);

/** The text of a sentence in Markdown, without emphasis and addresses. */
export function withoutMarkdown(sentence: string): string {
  return sentence.replace(
    MARKDOWN,
    (_, escaped: string | undefined, link: string | undefined) =>
      escaped ?? (link === undefined ? '' : withoutMarkdown(link)),
  );
}
