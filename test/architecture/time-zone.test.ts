import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sourceFiles } from './sources.js';

/**
 * PostgreSQL adds days and months to a time in the time zone of the session, where such a day can
 * have 23 or 25 hours. The time zone of the server is unknown, so times are moved by hours, and
 * days are computed in UTC.
 */
const ROOT = path.resolve('src');
const files = sourceFiles();
const linesOf = (file: string): string[] => readFileSync(path.join(ROOT, file), 'utf8').split('\n');

const DEPENDS_ON_ZONE = [
  /(now\(\)|_at|timestamptz'?\)?`?\}?) [+-] (\S+ \* )?interval '\d+ (day|week|month|year)/i,
  /make_interval\((days|weeks|months|years)/i,
  /date_trunc\('[a-z]+', [^']+\)/i,
  /\b(current_date|localtimestamp)\b/i,
  /now\(\)::date/i,
];

test('no statement depends on the time zone of the server', () => {
  const found = files.flatMap((file) =>
    linesOf(file)
      .filter(
        (line) => DEPENDS_ON_ZONE.some((pattern) => pattern.test(line)) && !/'UTC'/.test(line),
      )
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test.each([
  "WHERE seen_at < now() - interval '30 days'",
  'WHERE created_at > now() - make_interval(days => 3)',
  "SELECT date_trunc('day', now())",
  'WHERE day = current_date - 1',
])('%s would be found', (line) => {
  expect(DEPENDS_ON_ZONE.some((pattern) => pattern.test(line))).toBe(true);
});
