import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { RowPages } from '../database/row-pages.js';
import { JsonParts } from './json.js';
import type { ListRow } from './json-list.js';

/** Content type of tables of comma-separated values (RFC 4180). */
export const CSV = 'text/csv';

/** Whether the request prefers CSV to JSON. The response gets the preferred content type. */
export const IsCsv = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const http = context.switchToHttp();
  const types = ['application/json', CSV];
  const isCsv = http.getRequest<Request>().accepts(types) === CSV;
  http.getResponse<Response>().type(isCsv ? CSV : 'application/json');
  return isCsv;
});

/** The lines of a table as CSV: one with the names of the columns, and one for each row. */
export function* csvLines<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Partial<Record<Column, unknown>>>[],
): Generator<string> {
  yield lineOf(columns);
  for (const row of rows) yield lineOf(columns.map((column) => row[column]));
}

/** A small table as CSV. */
export function csvOf<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Partial<Record<Column, unknown>>>[],
): string {
  return [...csvLines(columns, rows)].join('');
}

/** One row as CSV in the form of the reference: every text is quoted, and no line end is last. */
export function quotedCsvOf(row: readonly (readonly [column: string, value: unknown])[]): string {
  const quoted = (text: string): string => (text.startsWith('"') ? text : `"${text}"`);
  const names = row.map(([name]) => quoted(name));
  const values = row.map(([, value]) =>
    typeof value === 'string' ? quoted(fieldOf(value)) : fieldOf(value),
  );
  return `${names.join(',')}\n${values.join(',')}`;
}

/** A list that is read page by page as CSV, of which few pages are in memory. */
export function listAsCsv<Row extends object>(
  pages: RowPages<ListRow>,
  columns: readonly (keyof Row & string)[],
): JsonParts<never> {
  return new JsonParts(linesOf(pages, columns));
}

/** Lines that become one text at a time. */
const LINES_AT_ONCE = 500;

/** A large table as CSV, whose lines become texts when they are sent. */
export function tableAsCsv<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Partial<Record<Column, unknown>>>[],
): JsonParts<never> {
  return new JsonParts(textsOf(csvLines(columns, rows)));
}

function* textsOf(lines: Iterable<string>): Generator<string> {
  let some: string[] = [];
  for (const line of lines) {
    some.push(line);
    if (some.length < LINES_AT_ONCE) continue;
    yield some.join('');
    some = [];
  }
  yield some.join('');
}

async function* linesOf(
  pages: RowPages<ListRow>,
  columns: readonly string[],
): AsyncGenerator<string> {
  yield lineOf(columns);
  for await (const page of pages)
    for (const { item } of page) {
      if (item === null) continue;
      const row = JSON.parse(item) as Record<string, unknown>;
      yield lineOf(columns.map((column) => row[column]));
    }
}

const lineOf = (values: readonly unknown[]): string => `${values.map(fieldOf).join(',')}\r\n`;

/**
 * Objects are JSON. A text that a spreadsheet would run as a formula has an apostrophe before it,
 * because users choose their own names.
 */
function fieldOf(value: unknown): string {
  const isText = typeof value === 'string';
  const plain = isText ? value : value === undefined || value === null ? '' : JSON.stringify(value);
  const text = isText && /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
