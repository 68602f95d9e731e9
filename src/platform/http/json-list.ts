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
  const before = beforeList(pages.first[0]?.head ?? JSON.stringify(rest), key);
  return pages.isComplete
    ? jsonOf(`${before}${itemsOf(pages.first)}]}`)
    : new JsonParts(partsOf(before, pages));
}

/**
 * An object of which one property is a large list, whose elements become JSON when they are sent.
 * @param key Name of the property.
 */
export function inParts<Key extends string, T extends Record<Key, readonly object[]>>(
  answer: T,
  key: Key,
): JsonParts<T> {
  const { [key]: list, ...rest } = answer;
  return new JsonParts(elementsOf(list, beforeList(JSON.stringify(rest), key)));
}

function* elementsOf(list: readonly object[], before: string): Generator<string> {
  let separator = before;
  for (const one of list) {
    yield separator + JSON.stringify(one);
    separator = ',';
  }
  yield list.length > 0 ? ']}' : `${before}]}`;
}

/** The beginning of an object up to the elements of a list, which comes last. */
function beforeList(rest: string, key: string): string {
  const others = rest.slice(0, -1);
  return `${others}${others === '{' ? '' : ','}${JSON.stringify(key)}:[`;
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
