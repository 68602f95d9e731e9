import type { DeclaredType, Kind } from './declared-types.js';

interface PostgresType {
  name: string;
  /** The kinds of values that the driver returns in rows. */
  read: readonly Kind[];
  /** The kinds of values that driver and PostgreSQL accept as a parameter. */
  written: readonly Kind[];
}

const TEXT: readonly Kind[] = ['string', 'Json'];

/** Types by OID in pg_type, which is the same in every version. */
const SCALARS: Readonly<Record<number, PostgresType>> = {
  16: { name: 'boolean', read: ['boolean'], written: ['boolean'] },
  17: { name: 'bytea', read: ['Buffer'], written: ['Buffer'] },
  19: { name: 'name', read: ['string'], written: ['string'] },
  20: { name: 'bigint', read: ['string'], written: ['string', 'number'] },
  21: { name: 'smallint', read: ['number'], written: ['number'] },
  23: { name: 'integer', read: ['number'], written: ['number'] },
  25: { name: 'text', read: TEXT, written: TEXT },
  26: { name: 'oid', read: ['number'], written: ['number'] },
  28: { name: 'xid', read: ['string'], written: ['string'] },
  114: { name: 'json', read: ['object', 'list', 'string'], written: ['object', 'string'] },
  701: { name: 'double precision', read: ['number'], written: ['number'] },
  1043: { name: 'character varying', read: TEXT, written: TEXT },
  1082: { name: 'date', read: ['Date'], written: ['Date', 'string'] },
  1114: { name: 'timestamp', read: ['Date'], written: ['Date', 'string'] },
  1184: { name: 'timestamptz', read: ['Date'], written: ['Date', 'string'] },
  1700: { name: 'numeric', read: ['string'], written: ['string', 'number'] },
  2278: { name: 'void', read: ['string'], written: [] },
  2950: { name: 'uuid', read: ['string'], written: ['string'] },
  3802: {
    name: 'jsonb',
    read: ['object', 'list', 'string', 'number', 'boolean'],
    written: ['object', 'string'],
  },
  5038: { name: 'pg_snapshot', read: ['string'], written: ['string'] },
  5069: { name: 'xid8', read: ['string'], written: ['string'] },
};

const LISTS: Readonly<Record<number, number>> = {
  199: 114,
  1000: 16,
  1001: 17,
  1005: 21,
  1007: 23,
  1009: 25,
  1016: 20,
  1022: 701,
  1028: 26,
  1115: 1114,
  1182: 1082,
  1185: 1184,
  2951: 2950,
  3807: 3802,
};

/** Describes why a declared type does not fit the type in PostgreSQL; undefined if it does. */
export function misfit(
  declared: DeclaredType,
  oid: number,
  direction: 'read' | 'written',
): string | undefined {
  const item = LISTS[oid];
  const type = SCALARS[item ?? oid];
  if (!type) return `has the type ${oid} of PostgreSQL, which this test does not know`;
  const kinds = item === undefined ? declared.kinds : declared.items;
  const isListed = declared.kinds.every((kind) => kind === 'list');
  if ((item === undefined || isListed) && kinds.every((kind) => type[direction].includes(kind)))
    return undefined;
  const shown = isListed && item !== undefined ? `${kinds.join(' | ')}[]` : kinds.join(' | ');
  return `is declared ${shown || 'never'}, but is ${type.name}${item === undefined ? '' : '[]'}`;
}
