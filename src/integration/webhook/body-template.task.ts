import mustache from 'mustache';
import type { RenderInput, RenderResult } from './body-templates.js';

/** How long a body may be that a template makes, in characters. */
const MAX_BODY = 1_048_576;

/** The library keeps every template that it has ever seen. */
mustache.templateCache = undefined;

/**
 * Runs in a worker: fills a template in. `eventJson` is the event as JSON, written as a text of
 * JSON, as the reference has it. Where the body is JSON, values are escaped for JSON; the reference
 * escapes them for HTML there too, which makes `&amp;` of `&` and lets a line break spoil the body.
 */
export default function render({
  template,
  contentType,
  event: { json, markdown },
}: RenderInput): RenderResult {
  try {
    mustache.parse(template);
  } catch (error) {
    return { problem: `is not a Mustache template: ${(error as Error).message}` };
  }
  const view = {
    event: JSON.parse(json) as unknown,
    eventJson: JSON.stringify(json),
    eventMarkdown: markdown,
  };
  const text = mustache.render(
    template,
    view,
    undefined,
    /\bjson\b/i.test(contentType) ? { escape: escapedForJson } : undefined,
  );
  return text.length <= MAX_BODY
    ? { text }
    : { problem: `makes a body of more than ${MAX_BODY} characters` };
}

/** A text as it stands between the quotation marks of JSON; anything else as JSON. */
function escapedForJson(value: unknown): string {
  const json = JSON.stringify(value) ?? '';
  return typeof value === 'string' ? json.slice(1, -1) : json;
}
