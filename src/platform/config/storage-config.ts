import path from 'node:path';
import type { Config, DatabaseLimits } from './config.js';
import type { Reader } from './read-environment.js';
import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';

const PREPARED = ['auto', 'true', 'false'] as const;
const ADDRESS = /^postgres(ql)?:\/\/\S+$/;
const WANTED = 'an address like postgres://user:password@host:5432/database';

/** Settings of the database, of encryption and of signatures. */
export function storage(read: Reader): Pick<Config, 'database' | 'encryption' | 'signingSeed'> {
  const url = databaseUrl(read);
  const direct = read.matching('DATABASE_URL_DIRECT', undefined, ADDRESS, WANTED);
  if (direct !== undefined && url === undefined)
    read.refuse('DATABASE_URL_DIRECT', 'unset without DATABASE_URL');
  const ssl = databaseSsl(read);
  const poolMax = read.whole('DATABASE_POOL_MAX', 16, { min: 1, max: 1000 });
  const embeddedDir = read.text('EMBEDDED_DATABASE_DIR') ?? 'data';
  const key = encryptionKey(read);
  const keyFile = url === undefined ? path.join(embeddedDir, 'encryption.key') : undefined;
  return {
    database: {
      url,
      directUrl: direct ?? url,
      ssl,
      poolMax,
      ...replicas(read, url),
      preparedStatements: read.oneOf('DATABASE_PREPARED_STATEMENTS', 'auto', PREPARED),
      embeddedDir,
      limits: databaseLimits(read, poolMax),
    },
    encryption: { key, accepted: acceptedKeys(read, key), keyFile },
    signingSeed: signingSeed(read),
  };
}

/**
 * The address of the database: from a file, else from `DATABASE_URL`, else from its parts as in
 * Unleash. Undefined for the embedded database.
 */
function databaseUrl(read: Reader): string | undefined {
  const given = read.matching('DATABASE_URL', undefined, ADDRESS, WANTED);
  const ofFile = read.file('DATABASE_URL_FILE');
  if (ofFile !== undefined && !ADDRESS.test(ofFile))
    read.refuse('DATABASE_URL_FILE', `a file with ${WANTED}`);
  if ((read.text('DATABASE_SCHEMA') ?? 'public') !== 'public')
    read.refuse(
      'DATABASE_SCHEMA',
      'unset: the tables are in the first schema of the search_path of the role',
    );
  const ofParts = urlOfParts(read);
  return ofFile ?? given ?? ofParts;
}

function urlOfParts(read: Reader): string | undefined {
  const [host, user, name] = ['HOST', 'USERNAME', 'NAME'].map((part) =>
    read.text(`DATABASE_${part}`),
  );
  const password = read.text('DATABASE_PASSWORD');
  const port = read.whole('DATABASE_PORT', 5432, { min: 1, max: 65535 });
  const isAny = [host, user, name, password, read.text('DATABASE_PORT')].some(Boolean);
  const isWhole = read.text('DATABASE_URL') ?? read.text('DATABASE_URL_FILE');
  if (!isAny || isWhole !== undefined) return undefined;
  if (!host || !/^[\w.:-]+$/.test(host))
    read.refuse('DATABASE_HOST', 'the name or address of a server, with the other DATABASE_ parts');
  if (!user) read.refuse('DATABASE_USERNAME', 'the name of a role, with the other DATABASE_ parts');
  const secret = password === undefined ? '' : `:${encodeURIComponent(password)}`;
  const at = host?.includes(':') ? `[${host}]` : host;
  const database = encodeURIComponent(name ?? 'unleash');
  return `postgres://${encodeURIComponent(user ?? '')}${secret}@${at}:${port}/${database}`;
}

function replicas(
  read: Reader,
  primary: string | undefined,
): Pick<Config['database'], 'replicaUrls' | 'replicaWaitMs'> {
  const replicaUrls = read.list('DATABASE_REPLICA_URLS');
  if (replicaUrls.some((url) => !ADDRESS.test(url) || !URL.canParse(url)))
    read.refuse('DATABASE_REPLICA_URLS', `a list with commas, each ${WANTED}`);
  if (replicaUrls.length > 0 && primary === undefined)
    read.refuse('DATABASE_REPLICA_URLS', 'unset without DATABASE_URL');
  const replicaWaitMs = read.whole('DATABASE_REPLICA_WAIT_MS', 100, { min: 0, max: 10_000 });
  return { replicaUrls, replicaWaitMs };
}

const ENCRYPTION_KEY = /^.{32,}$/s;
const KEY_WANTED = 'a random text of at least 32 characters';

function encryptionKey(read: Reader): string | undefined {
  return read.matching('ENCRYPTION_KEY', undefined, ENCRYPTION_KEY, KEY_WANTED);
}

function acceptedKeys(read: Reader, key: string | undefined): string[] {
  const accepted = read.matching('ENCRYPTION_KEY_ACCEPTED', undefined, ENCRYPTION_KEY, KEY_WANTED);
  if (accepted === undefined) return [];
  if (key === undefined) read.refuse('ENCRYPTION_KEY_ACCEPTED', 'unset without ENCRYPTION_KEY');
  return [accepted];
}

function signingSeed(read: Reader): string | undefined {
  const text = read.text('SIGNING_KEY');
  const seed = text === undefined ? undefined : signingSeedOf(text);
  if (text !== undefined && seed === undefined)
    read.refuse(
      'SIGNING_KEY',
      'an Ed25519 private key: PEM (openssl genpkey -algorithm ed25519), JWK, or 32 bytes in ' +
        'base64 (openssl rand -base64 32)',
    );
  return seed;
}

function databaseLimits(read: Reader, poolMax: number): DatabaseLimits {
  const seconds = (name: string, preset: number): number =>
    1000 * read.whole(name, preset, { min: 1, max: 3600 });
  return {
    // Switches share three sixteenths of the connections, and long reads an eighth.
    pipelines: read.whole('DATABASE_PIPELINES', Math.max(1, Math.floor((poolMax * 3) / 16)), {
      min: 0,
      max: 100,
    }),
    longReads: read.whole('DATABASE_LONG_READS', Math.max(1, Math.floor(poolMax / 8)), {
      min: 1,
      max: 1000,
    }),
    longReadQueue: read.whole('DATABASE_LONG_READ_QUEUE', 20, { min: 0, max: 10_000 }),
    longReadMs: seconds('DATABASE_LONG_READ_SECONDS', 15),
    connectMs: seconds('DATABASE_CONNECT_SECONDS', 3),
    statementMs: seconds('DATABASE_STATEMENT_SECONDS', 30),
    lockMs: seconds('DATABASE_LOCK_SECONDS', 5),
    idleMs: seconds('DATABASE_IDLE_TRANSACTION_SECONDS', 10),
  };
}

/**
 * Parses `DATABASE_SSL` as the reference does: `true`, `false`, or JSON such as
 * `{"rejectUnauthorized": false}`.
 */
function databaseSsl(read: Reader): Config['database']['ssl'] {
  const form = /^(true|false|\{\s*"rejectUnauthorized"\s*:\s*(true|false)\s*\})$/;
  const value = read.matching(
    'DATABASE_SSL',
    'false',
    form,
    'true, false or {"rejectUnauthorized": false}',
  );
  if (value === 'false') return false;
  return value.startsWith('{') && value.includes('false') ? 'no-verify' : 'verify';
}

/** Length of the private part of an Ed25519 key. */
const SEED_BYTES = 32;
/** What precedes the private part in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The Ed25519 key of a seed: the 32 bytes of its private part in base64url. */
export function privateKeyOf(seed: string): KeyObject {
  return createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, Buffer.from(seed, 'base64url')]),
    format: 'der',
    type: 'pkcs8',
  });
}

/**
 * Reads an Ed25519 private key as PEM, as JWK, or as its 32 bytes in base64 or base64url.
 * @returns The 32 bytes in base64url; undefined when the text is not such a key.
 */
function signingSeedOf(text: string): string | undefined {
  if (/^[\w+/-]{43}=?$/.test(text)) {
    const seed = Buffer.from(text, 'base64');
    return seed.length === SEED_BYTES ? seed.toString('base64url') : undefined;
  }
  try {
    const key = text.startsWith('{')
      ? createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' })
      : // An environment file cannot contain line breaks, so they may be written as \n.
        createPrivateKey(text.replaceAll('\\n', '\n'));
    return key.asymmetricKeyType === 'ed25519' ? key.export({ format: 'jwk' }).d : undefined;
  } catch {
    return undefined;
  }
}
