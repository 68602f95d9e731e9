/**
 * Reads a whole number of a query, such as a limit; whatever is none, or out of range, counts as
 * the preset (reference behaviour).
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

/**
 * A pattern for ILIKE that matches what contains a text. What ILIKE takes for wildcards are
 * characters like any other to whoever searches.
 */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
