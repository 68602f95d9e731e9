import { auditLines, verifyAuditLog } from '../../verify/audit-verifier.js';
import { withDatabaseSource } from '../../verify/database-source.js';
import type { Config } from '../../src/platform/config/config.js';
import type { DatabaseAddress } from '../../src/platform/database/data-source.js';
import { inMaintenance } from '../../src/platform/database/maintenance.js';
import { countLines, verifyCounts } from '../../src/instance/operations/counts/count-verifier.js';
import { BackupError } from './backup.errors.js';
import { DAMAGE } from './contents.sql.js';

/** How many rows of a kind are named. */
const MOST_NAMED = 20;

type Address = Pick<DatabaseAddress, 'url' | 'ssl'>;

/** The result of one of the verifications. */
export interface Verified {
  what: string;
  isRight: boolean;
  /** What was verified, or what is wrong. */
  lines: readonly string[];
}

/**
 * Verifies everything that can be verified in a database, and changes nothing. Each result comes as
 * soon as it is known.
 */
export async function* verifyDatabase(
  address: Address,
  config: Pick<Config, 'encryption' | 'signingSeed'>,
): AsyncGenerator<Verified> {
  yield await storage(address);
  yield await counts(address);
  yield await auditLog(address, config);
  yield await secrets(address, config);
}

/** What PostgreSQL reports about itself: checksums of pages, indexes, constraints. */
async function storage(address: Address): Promise<Verified> {
  const problems = await inMaintenance(address, 'READ COMMITTED', (query) => query(DAMAGE));
  return {
    what: 'PostgreSQL',
    isRight: problems.length === 0,
    lines:
      problems.length === 0
        ? ['PostgreSQL reports no damage.']
        : problems.map(({ problem }) => problem),
  };
}

/** Tallies, counters, and the checksums of stored strategies. */
async function counts(address: Address): Promise<Verified> {
  const report = await verifyCounts(address, { repair: false });
  if (!report)
    throw new BackupError('The service is currently verifying its counts. Try again later.');
  const { differences, verified } = report;
  return {
    what: 'Stored counts',
    isRight: differences.length === 0,
    lines:
      differences.length === 0
        ? [`All ${verified.length} kinds of stored counts are correct.`]
        : [
            ...countLines(report).filter((line) => !line.endsWith(': right')),
            'Run the command rebuild to correct them.',
          ],
  };
}

/** The seals of the audit log, if it is sealed. */
async function auditLog(
  address: Address,
  { encryption, signingSeed }: Pick<Config, 'encryption' | 'signingSeed'>,
): Promise<Verified> {
  const canSeal = [encryption.key, encryption.keyFile, signingSeed].some((one) => one);
  const report = await withDatabaseSource(address, async (source) =>
    canSeal || (await source.keys()).length > 0
      ? verifyAuditLog(source, { ids: [], keys: [], checkpoints: [] })
      : undefined,
  );
  return {
    what: 'Audit log',
    isRight: report === undefined || report.findingCount === 0,
    lines: report
      ? auditLines(report)
      : ['The audit log is not sealed, because neither ENCRYPTION_KEY nor SIGNING_KEY is set.'],
  };
}

/** Whether the key of this environment decrypts everything that is stored encrypted. */
async function secrets(address: Address, config: Pick<Config, 'encryption'>): Promise<Verified> {
  // Only here, because loading them takes longer than verifying the rest of a small database.
  const { SecretBox } = await import('../../src/core/auth/secret-box.js');
  const { readAll } = await import('../reencryption.js');
  const results = await readAll(address, new SecretBox(config));
  const wrong = results.filter(({ unreadable }) => unreadable.length > 0);
  const readable = results.reduce((sum, one) => sum + one.readable, 0);
  return {
    what: 'Encrypted secrets',
    isRight: wrong.length === 0,
    lines:
      wrong.length === 0
        ? [`All ${readable} rows with secrets can be decrypted.`]
        : wrong.map(
            ({ what, unreadable }) =>
              `${unreadable.length} ${what} cannot be decrypted with ENCRYPTION_KEY: ` +
              unreadable.slice(0, MOST_NAMED).join(', '),
          ),
  };
}
