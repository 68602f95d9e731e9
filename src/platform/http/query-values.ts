/**
 * Parses an integer query parameter; invalid or out-of-range values become the default (reference
 * behaviour).
 */
export function wholeWithin(
  text: string | undefined,
  min: number,
  max: number,
  preset: number,
): number {
  const value = Number(text);
  return text?.trim() && Number.isInteger(value) && value >= min && value <= max ? value : preset;
}

/** An ILIKE pattern for "contains text", with wildcards in the text escaped. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
