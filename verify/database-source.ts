import { configOf } from '../src/platform/config/load-config.js';
import type { Terminal } from '../src/platform/config/program.js';
import type { DatabaseAddress } from '../src/platform/database/data-source.js';
import { reachDatabase } from '../src/platform/database/embedded/reach-database.js';
import { inMaintenance, type MaintenanceQuery } from '../src/platform/database/maintenance.js';
import type { PublishedKey } from '../src/audit/signing/endorsement.js';
import { PUBLIC_KEYS } from '../src/audit/signing/key-store.js';
import type { EventResponse } from '../src/audit/audit-log/event/event.dto.js';
import {
  isLeaf,
  READ_LEAVES,
  SEALS_AFTER,
  UNSEALED_AFTER,
} from '../src/audit/audit-log/seal/checkpoint.sql.js';
import type { SealContent } from '../src/audit/audit-log/seal/seal.js';
import { READ_EVENTS } from '../src/audit/audit-log/seal/sealing.sql.js';
import { cosignedBy } from '../src/audit/audit-log/witness/cosigned.js';
import { LIST as WITNESSES } from '../src/audit/audit-log/witness/witness.sql.js';
import type { AuditSource, SourceLeaf, SourceSeal, UnsealedEvents } from './audit-source.js';
import { LOCK_EVENTS } from './verify.sql.js';

const SEALS = 100;
const LEAVES = 200;
const WINDOW = 5_000;

/** Reads the audit log from the database. */
export class DatabaseSource implements AuditSource {
  constructor(private readonly query: MaintenanceQuery) {}

  keys(): Promise<PublishedKey[]> {
    return this.query(PUBLIC_KEYS);
  }

  async cosigned(): Promise<string[]> {
    const notes = (await this.query(WITNESSES)).map(cosignedBy);
    return notes.filter((note) => note !== null);
  }

  async sealsAfter(index: number): Promise<SourceSeal[]> {
    const rows = await this.query(SEALS_AFTER, [index, SEALS]);
    return rows.map(({ id, content, signature }) => ({ index: id, canonical: content, signature }));
  }

  async leaves({ index }: SealContent, offset: number): Promise<SourceLeaf[]> {
    return (await this.query(READ_LEAVES, [index, offset, LEAVES])).filter(isLeaf);
  }

  async event(id: number): Promise<EventResponse | undefined> {
    const [row] = await this.query(READ_EVENTS, [[id]]);
    return row && (JSON.parse(row.event) as EventResponse);
  }

  async unsealedAfter(id: number = Number.MIN_SAFE_INTEGER): Promise<UnsealedEvents> {
    const [found] = await this.query(UNSEALED_AFTER, [id, WINDOW]);
    return { events: found!.events, nextAfterId: found!.lastId };
  }
}

/** Reads the audit log of a database from one snapshot. */
export function withDatabaseSource<T>(
  address: Pick<DatabaseAddress, 'url' | 'ssl'>,
  work: (source: AuditSource) => Promise<T>,
): Promise<T> {
  return inMaintenance(address, 'REPEATABLE READ, READ ONLY', async (query) => {
    await query(LOCK_EVENTS);
    return work(new DatabaseSource(query));
  });
}

/** Reads the audit log of the database that the environment configures. */
export async function withConfiguredSource<T>(
  terminal: Pick<Terminal, 'environment' | 'err'>,
  work: (source: AuditSource) => Promise<T>,
): Promise<T> {
  const config = configOf(terminal);
  const { url, close } = await reachDatabase(config);
  try {
    return await withDatabaseSource({ url, ssl: config.database.ssl }, work);
  } finally {
    await close();
  }
}
