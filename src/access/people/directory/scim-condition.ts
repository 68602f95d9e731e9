import { isMoment } from '../../../platform/http/validation/calendar.js';
import type { Comparison, Filter, FilterValue } from './scim-filter.js';
import { invalid } from './scim-error.js';

/** How the value of an attribute is compared. */
type Type = 'text' | 'exact' | 'moment' | 'flag';

/** An attribute as SQL. */
interface Column {
  sql: string;
  type: Type;
}

/** An attribute with several values: rows `v` with columns for what is within it. */
interface Values {
  /** What follows FROM, and a condition that ends with AND. */
  from: string;
  columns: Readonly<Record<string, Column>>;
}

/** The attributes of a resource that filters can use, by name in lower case. */
export interface Filterable {
  columns: Readonly<Record<string, Column>>;
  values: Readonly<Record<string, Values>>;
}

const COMMON = {
  'meta.created': { sql: 'd.created_at', type: 'moment' },
  'meta.lastmodified': { sql: 'd.changed_at', type: 'moment' },
} as const;

const text = (sql: string): Column => ({ sql, type: 'text' });

/** Users: rows `d` of `directory_user` with their `app_user` `u`. */
export const USERS: Filterable = {
  columns: {
    ...COMMON,
    id: { sql: 'd.user_id::text', type: 'exact' },
    externalid: { sql: "d.resource ->> 'externalId'", type: 'exact' },
    username: text("d.resource ->> 'userName'"),
    displayname: text("d.resource ->> 'displayName'"),
    'name.formatted': text("d.resource -> 'name' ->> 'formatted'"),
    'name.givenname': text("d.resource -> 'name' ->> 'givenName'"),
    'name.familyname': text("d.resource -> 'name' ->> 'familyName'"),
    active: { sql: '(u.deleted_at IS NULL)', type: 'flag' },
  },
  values: {
    emails: {
      from: "jsonb_array_elements(COALESCE(d.resource -> 'emails', '[]')) AS v (email) WHERE",
      columns: {
        value: text("v.email ->> 'value'"),
        type: text("v.email ->> 'type'"),
        primary: { sql: "(v.email ->> 'primary')::boolean", type: 'flag' },
      },
    },
    groups: {
      from: 'directory_member v WHERE v.user_id = d.user_id AND',
      columns: { value: { sql: 'v.group_id::text', type: 'exact' } },
    },
  },
};

/** Groups: rows `d` of `directory_group` with their `user_group` `g`. */
export const GROUPS: Filterable = {
  columns: {
    ...COMMON,
    id: { sql: 'd.group_id::text', type: 'exact' },
    externalid: { sql: 'd.external_id', type: 'exact' },
    displayname: text('g.name'),
  },
  values: {
    members: {
      from: 'directory_member v WHERE v.group_id = d.group_id AND',
      columns: { value: { sql: 'v.user_id::text', type: 'exact' } },
    },
  },
};

/**
 * The condition of a filter.
 * @param values Gets the values of its parameters.
 * @throws ScimError (`invalidFilter`) when an attribute is unknown or a value does not fit.
 */
export function conditionOf(filter: Filter, of: Filterable, values: unknown[]): string {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const [left, right] = [filter.left, filter.right].map((one) => conditionOf(one, of, values));
      return `(${left} ${filter.kind.toUpperCase()} ${right})`;
    }
    case 'not':
      return `NOT COALESCE(${conditionOf(filter.of, of, values)}, false)`;
    case 'some': {
      const found = of.values[filter.attribute];
      if (!found) throw unknown(filter.attribute);
      const inner = conditionOf(filter.of, { columns: found.columns, values: {} }, values);
      return `EXISTS (SELECT FROM ${found.from} (${inner}))`;
    }
    case 'is':
      return comparisonOf(filter, of, values);
  }
}

function comparisonOf(
  { attribute, comparison, value }: Extract<Filter, { kind: 'is' }>,
  of: Filterable,
  values: unknown[],
): string {
  const column = of.columns[attribute];
  if (column) return compared(column, comparison, value, values);
  // `emails` means `emails.value`, and either is met by one of the values.
  const [name = '', part = 'value'] = attribute.split('.');
  const found = of.values[name];
  const inner = found?.columns[part];
  if (!found || !inner) throw unknown(attribute);
  return `EXISTS (SELECT FROM ${found.from} ${compared(inner, comparison, value, values)})`;
}

function compared(
  { sql, type }: Column,
  comparison: Comparison,
  value: FilterValue,
  values: unknown[],
): string {
  if (comparison === 'pr') return `${sql} IS NOT NULL`;
  if (value === null && comparison === 'eq') return `${sql} IS NULL`;
  if (value === null && comparison === 'ne') return `${sql} IS NOT NULL`;
  requireFits(type, comparison, value);
  values.push(value);
  const cast = { text: 'text', exact: 'text', moment: 'timestamptz', flag: 'boolean' }[type];
  const [held, wanted] = [sql, `$${values.length}::${cast}`].map((one) =>
    type === 'text' ? `lower(${one})` : one,
  );
  const operators = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=', ne: 'IS DISTINCT FROM' };
  if (comparison === 'co') return `strpos(${held}, ${wanted}) > 0`;
  if (comparison === 'sw') return `starts_with(${held}, ${wanted})`;
  if (comparison === 'ew') return `right(${held}, length(${wanted})) = ${wanted}`;
  return `${held} ${operators[comparison]} ${wanted}`;
}

function requireFits(type: Type, comparison: Comparison, value: FilterValue): void {
  const isText = type === 'text' || type === 'exact';
  if (!isText && ['co', 'sw', 'ew'].includes(comparison))
    throw invalid('invalidFilter', `${comparison} compares texts only.`);
  const fits =
    type === 'flag'
      ? typeof value === 'boolean' && (comparison === 'eq' || comparison === 'ne')
      : typeof value === 'string' && (isText || isMoment(value));
  const wanted = isText ? 'a text' : type === 'flag' ? 'true or false, with eq or ne' : 'a time';
  if (!fits) throw invalid('invalidFilter', `${JSON.stringify(value)} must be ${wanted}.`);
}

function unknown(attribute: string) {
  return invalid('invalidFilter', `Filters cannot use the attribute ${attribute} here.`);
}
