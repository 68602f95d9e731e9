import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { printTo, start, type Terminal } from '../src/platform/config/program.js';
import type { PublishedKey } from '../src/audit/signing/endorsement.js';
import type { FlattenedJws } from '../src/audit/signing/jws.js';
import { auditLines, verifyAuditLog } from './audit-verifier.js';
import type { AuditSource } from './audit-source.js';
import type { SavedCheckpoint, Trust } from './chain-verifier.js';
import { witnessesOf } from './demanded-witnesses.js';
import { HttpSource, type KeySet, publishedKeys } from './http-source.js';
import { certificateLines, verifyCertificate } from './verified-certificate.js';
import { receiptLines, verifyReceipt } from './verified-receipt.js';
import { verifyStatistics } from './verified-statistics.js';

const USAGE = `Verifies the audit log, signed statistics, a receipt, or a certificate.

  --url <address>        reads a running service over HTTP
  --token <token>        its admin token, or one of a user with READ_LOGS; better in the
                         variable FLAGS_TOKEN, since others can read command lines
  --database <url>       reads this database; without it and --url, the configured one
  --statistics <file>    verifies signed statistics instead of the audit log
  --receipt <file>       verifies a receipt of a switch; with --keys nothing else is read
  --certificate <file>   verifies a removal certificate, in the same way
  --keys <file>          trusts these public keys, a saved /.well-known/jwks.json
  --trust <key id>       trusts this key and those that it endorses; repeatable
  --witness <key>        demands a cosignature of this witness, by its verifier key; repeatable
  --quorum <number>      of so many of these witnesses; of all unless given
  --max-age <seconds>    not older than this; 60 unless given
  --cosigned <file>      takes a checkpoint that a witness has kept into account; repeatable
  --checkpoint <file>    requires these checkpoints, a saved /api/admin/audit/checkpoints

Exits with 0 if everything verifies, with 1 if not, and with 2 if it cannot be verified.`;

const OPTIONS = {
  url: { type: 'string' },
  token: { type: 'string' },
  database: { type: 'string' },
  statistics: { type: 'string' },
  receipt: { type: 'string' },
  certificate: { type: 'string' },
  keys: { type: 'string' },
  trust: { type: 'string', multiple: true },
  witness: { type: 'string', multiple: true },
  quorum: { type: 'string' },
  'max-age': { type: 'string' },
  cosigned: { type: 'string', multiple: true },
  checkpoint: { type: 'string' },
  help: { type: 'boolean' },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

async function json<T>(file: string): Promise<T> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    throw new Error(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
}

/** @throws Error when the file contains no public keys. */
async function keysIn(file: string): Promise<PublishedKey[]> {
  const set = await json<Partial<KeySet> | null>(file);
  const keys = Array.isArray(set?.keys) ? set.keys : [];
  if (keys.length > 0 && keys.every(({ kid, x }) => isText(kid) && isText(x)))
    return publishedKeys({ keys });
  throw new Error(`${file} contains no public keys. Save /.well-known/jwks.json in it.`);
}

/** @throws Error when the file contains no checkpoints, so that nobody relies on them. */
async function checkpointsIn(file: string): Promise<SavedCheckpoint[]> {
  const saved = await json<SavedCheckpoint | { checkpoints: SavedCheckpoint[] } | null>(file);
  const list = saved && 'checkpoints' in saved ? saved.checkpoints : [saved].flat();
  const isSaved = (one: SavedCheckpoint | null): one is SavedCheckpoint =>
    Number.isSafeInteger(one?.index) && isText(one?.hash);
  if (Array.isArray(list) && list.length > 0 && list.every(isSaved)) return list;
  throw new Error(`${file} contains no checkpoints. Save /api/admin/audit/checkpoints in it.`);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Verifies the audit log, or something signed in a file. Exits with 1 when one is wrong. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const print = printTo(terminal);
  if (values.help) {
    print(USAGE);
    return 0;
  }
  if (values.url !== undefined && values.database !== undefined)
    throw new Error('Use either --url or --database.');
  const keys = values.keys === undefined ? [] : await keysIn(values.keys);
  if (values.statistics !== undefined) return statistics(values.statistics, keys, values, terminal);
  if (values.receipt !== undefined) return receipt(values.receipt, keys, values, terminal);
  if (values.certificate !== undefined)
    return certificate(values.certificate, keys, values, terminal);
  const trust = await trustOf(keys, values);
  const found = await withSource(values, terminal, (source) => verifyAuditLog(source, trust));
  auditLines(found).forEach(print);
  return found.findingCount === 0 ? 0 : 1;
}

async function trustOf(keys: PublishedKey[], options: Options): Promise<Trust> {
  const { trust = [], checkpoint } = options;
  const witnesses = await witnessesOf(options);
  return {
    ids: [...trust, ...keys.map(({ id }) => id)],
    keys,
    checkpoints: checkpoint === undefined ? [] : await checkpointsIn(checkpoint),
    ...(witnesses ? { witnesses } : {}),
  };
}

/** Reads everything from one snapshot, or over HTTP. */
async function withSource<T>(
  { url, token, database }: Options,
  { environment, err }: Terminal,
  work: (source: AuditSource) => Promise<T>,
): Promise<T> {
  if (url !== undefined) return work(new HttpSource(url, token ?? environment['FLAGS_TOKEN']));
  // Only then, because the command line has no driver for databases, and reads over HTTP.
  const { withConfiguredSource } = await import('./database-source.js');
  const given = { DATABASE_URL: database, DATABASE_URL_FILE: undefined };
  const configured = database === undefined ? environment : { ...environment, ...given };
  return withConfiguredSource({ environment: configured, err }, work);
}

async function statistics(
  file: string,
  saved: PublishedKey[],
  values: Options,
  terminal: Terminal,
): Promise<number> {
  const print = printTo(terminal);
  const jws = await json<FlattenedJws>(file);
  const keys =
    saved.length > 0 ? saved : await withSource(values, terminal, (source) => source.keys());
  const result = verifyStatistics(jws, keys, values.trust ?? []);
  if (typeof result === 'string') {
    print(`FAILED: ${file}: ${result}.`);
    return 1;
  }
  const { instanceId, timestamp, keyId } = result;
  print(`Verified: statistics of instance ${instanceId} at ${timestamp}, signed by ${keyId}.`);
  return 0;
}

async function receipt(
  file: string,
  saved: PublishedKey[],
  values: Options,
  terminal: Terminal,
): Promise<number> {
  const print = printTo(terminal);
  const text = await textIn(file);
  const { ids, checkpoints } = await trustOf([], values);
  const keys =
    saved.length > 0 ? saved : await withSource(values, terminal, (source) => source.keys());
  const result = verifyReceipt(text, keys, ids, checkpoints);
  const isValid = typeof result !== 'string';
  for (const line of isValid ? receiptLines(file, result) : [`FAILED: ${file}: ${result}.`])
    print(line);
  return isValid ? 0 : 1;
}

async function certificate(
  file: string,
  saved: PublishedKey[],
  values: Options,
  terminal: Terminal,
): Promise<number> {
  const print = printTo(terminal);
  const text = await textIn(file);
  const keys =
    saved.length > 0 ? saved : await withSource(values, terminal, (source) => source.keys());
  const result = verifyCertificate(text, keys, values.trust ?? []);
  const isValid = typeof result !== 'string';
  for (const line of isValid ? certificateLines(file, result) : [`FAILED: ${file}: ${result}.`])
    print(line);
  return isValid ? 0 : 1;
}

/** The text of a file, without a line break at its end. */
async function textIn(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  });
  return text.replace(/\n$/, '');
}

void start(import.meta.url, main);
