const MARKDOWN = /\\(.)|\[((?:\\.|[^\]\\])*)\]\([^)]*\)|\*/g;

/** The text of a sentence in Markdown, without emphasis and addresses. */
export function withoutMarkdown(sentence: string): string {
  return sentence.replace(
    MARKDOWN,
    (_, escaped: string | undefined, link: string | undefined) =>
      escaped ?? (link === undefined ? '' : withoutMarkdown(link)),
  );
}
