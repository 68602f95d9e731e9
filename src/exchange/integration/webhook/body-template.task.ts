import mustache from 'mustache';
import type { RenderInput, RenderResult } from './body-templates.js';

/** Maximum length of a rendered body in characters. */
const MAX_BODY = 1_048_576;

/** The library would cache every template for ever. */
mustache.templateCache = undefined;

/**
 * Runs in a worker thread: renders a template. `eventJson` is the event as a JSON string literal
 * (reference behaviour). For JSON bodies values are escaped for JSON; the reference escapes them
 * for HTML, which turns `&` into `&amp;` and breaks on line breaks.
 */
export default function render({
  template,
  contentType,
  event: { json, markdown },
}: RenderInput): RenderResult {
  try {
    mustache.parse(template);
  } catch (error) {
    return { problem: `is not a valid Mustache template: ${(error as Error).message}` };
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
    : { problem: `produces a body of more than ${MAX_BODY} characters` };
}

/** A text escaped for a JSON string; other values as JSON. */
function escapedForJson(value: unknown): string {
  const json = JSON.stringify(value) ?? '';
  return typeof value === 'string' ? json.slice(1, -1) : json;
}
