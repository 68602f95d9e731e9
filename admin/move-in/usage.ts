import {
  insertBy,
  type MoveContext,
  type PlainMoves,
  type Prepared,
  refusedOr,
} from './context.js';
import { SYSTEM_USER } from './people.js';
import type { EventRow } from './source/rows.js';
import * as Features from './target/features.sql.js';
import * as Sql from './target/usage.sql.js';

/** Longest name of an application here. */
const MAX_NAME = 255;
/** What an event may contain in JSON; that of the reference is not limited. */
const MAX_EVENT_CHARACTERS = 10_000_000;

/** Properties of payloads that can be secrets. */
const SECRETS = ['secret', 'password', 'passwordHash', 'password_hash', 'inviteLink'];
/** Further ones by the beginning of the event type: URLs of invite links contain their secret. */
const SECRETS_OF = { 'addon-': ['parameters'], 'public-signup-token-': ['url'] };

const refusedName = (name: string): string | undefined =>
  name.length >= 1 && name.length <= MAX_NAME
    ? undefined
    : `an application whose name has ${name.length} characters instead of 1 to ${MAX_NAME}`;

/** How dependencies, favorites, usage and events are moved. */
export const USAGE: Omit<PlainMoves, 'projectRoles'> = {
  dependencies: {
    prepare: (row) => ({ row }),
    write: async (query, rows, { source }) =>
      (await query(Features.INSERT_DEPENDENCIES, [source, JSON.stringify(rows)])).length,
  },
  favorites: {
    prepare: ({ user, feature, project, createdAt }, { references }) => {
      const id = references.number('users', user);
      return id === undefined
        ? { refused: `favorites of user ${user}, who was not moved` }
        : { row: { user: id, feature, project, createdAt } };
    },
    write: async (query, rows) => {
      const isFeature = (row: object): boolean => (row as { feature: unknown }).feature !== null;
      const features = JSON.stringify(rows.filter(isFeature));
      const projects = JSON.stringify(rows.filter((row) => !isFeature(row)));
      const written = [
        ...(await query(Features.INSERT_FAVORITE_FEATURES, [features])),
        ...(await query(Features.INSERT_FAVORITE_PROJECTS, [projects])),
      ];
      return written.length;
    },
  },
  applications: {
    prepare: (row) => refusedOr(refusedName(row.name), row),
    write: async (query, rows) => {
      const written = await insertBy(Sql.INSERT_APPLICATIONS)(query, rows);
      const usage = rows.flatMap((row) => {
        const { name, usage } = row as { name: string; usage: object[] };
        return usage.map((place) => ({ application: name, ...place }));
      });
      await query(Sql.INSERT_APPLICATION_USAGE, [JSON.stringify(usage)]);
      return written;
    },
  },
  instances: {
    prepare: (row) => refusedOr(refusedName(row.application), row),
    write: insertBy(Sql.INSERT_INSTANCES),
  },
  metrics: {
    prepare: (row) => refusedOr(refusedName(row.application), row),
    write: insertBy(Sql.INSERT_METRICS),
  },
  variantMetrics: {
    prepare: (row) => refusedOr(refusedName(row.application), row),
    write: insertBy(Sql.INSERT_VARIANT_METRICS),
  },
  events: { prepare: eventOf, write: insertBy(Sql.INSERT_EVENTS) },
};

function eventOf(row: EventRow, { references }: MoveContext): Prepared {
  const size = JSON.stringify(row.data ?? null).length + JSON.stringify(row.preData ?? null).length;
  if (!row.createdAt) return { refused: `event ${row.id} has no time` };
  if (size > MAX_EVENT_CHARACTERS) return { refused: `event ${row.id} has ${size} characters` };
  const tags = Array.isArray(row.tags) ? row.tags : [];
  const createdByUser = references.number('users', row.createdByUser) ?? SYSTEM_USER;
  const [data, preData] = [row.data, row.preData].map((part) => withoutSecrets(row.type, part));
  return { row: { ...row, data, preData, tags, createdByUser } };
}

/** The payload of an event without secrets, which older versions of Unleash recorded. */
function withoutSecrets(type: string, value: unknown): unknown {
  const plain = withoutNull(value);
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) return plain;
  const further = Object.entries(SECRETS_OF).find(([prefix]) => type.startsWith(prefix))?.[1];
  const hidden = [...SECRETS, ...(further ?? [])];
  const entries = Object.entries(plain).filter(
    ([key]) => !hidden.includes(key) && (!type.startsWith('setting-') || key === 'id'),
  );
  return Object.fromEntries(entries);
}

/** JSON texts of PostgreSQL can contain the character 0, which `jsonb` does not accept. */
function withoutNull(value: unknown): unknown {
  const text = JSON.stringify(value ?? null);
  if (!text.includes('\\u0000')) return value;
  return JSON.parse(text, (_, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '') : part,
  ) as unknown;
}
