import type { RowPages } from '../database/row-pages.js';
import { type Json, jsonOf, JsonParts } from './json.js';

/** A row of a list that is sent as JSON. */
export interface ListRow {
  /** In the first row, an object with the other properties of the response; else ignored. */
  readonly head: string | null;
  /** An element of the list; null when the list is empty. */
  readonly item: string | null;
}

/** JSON that is complete, or sent page by page. */
export type JsonList<T> = Json<T> | JsonParts<T>;

/**
 * An object as JSON, of which one property is a list. A list of one page is complete. The pages of
 * a longer one are read when the caller has taken the one before, so that few are in memory.
 * @param key Name of the property.
 * @param rest The other properties, when the rows have no head.
 */
export function listAsJson<T>(
  pages: RowPages<ListRow>,
  key: string,
  rest: Record<string, unknown> = {},
): JsonList<T> {
  const others = (pages.first[0]?.head ?? JSON.stringify(rest)).slice(0, -1);
  const before = `${others}${others === '{' ? '' : ','}${JSON.stringify(key)}:[`;
  return pages.isComplete
    ? jsonOf(`${before}${itemsOf(pages.first)}]}`)
    : new JsonParts(partsOf(before, pages));
}

async function* partsOf(before: string, pages: RowPages<ListRow>): AsyncGenerator<string> {
  let separator = before;
  for await (const page of pages) {
    yield `${separator}${itemsOf(page)}`;
    separator = ',';
  }
  yield ']}';
}

function itemsOf(page: readonly ListRow[]): string {
  return page.flatMap(({ item }) => item ?? []).join();
}
