import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { main as flags } from '../../../../cli/main.js';
import { main as verify } from '../../../../verify/verify.js';
import { type Outcome, runProgram } from '../../../support/programs.js';
import { untilSealed } from '../../../support/sealing.js';
import type { TestService } from '../../../support/service.js';

export const WITNESSES = '/api/admin/audit/witnesses';
export const CHECKPOINT = '/witness/checkpoint';
export const COSIGNATURES = '/witness/cosignatures';

/** Makes seals, each of one feature. */
export async function seal(service: TestService, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await service.given.feature();
    await untilSealed(service);
  }
}

/** A witness with a folder of its own, and what it prints. */
export class Witness {
  private constructor(
    readonly service: TestService,
    readonly folder: string,
    readonly name: string,
  ) {}

  static async of(service: TestService, name = 'witness.example/w1'): Promise<Witness> {
    return new Witness(service, await mkdtemp(path.join(tmpdir(), 'witness-')), name);
  }

  get args(): string[] {
    const { service, folder, name } = this;
    return ['witness', '--url', service.url, '--folder', folder, '--name', name];
  }

  once(...more: string[]): Promise<Outcome> {
    return runProgram(flags, [...this.args, '--once', ...more]);
  }

  /** Starts it once, which prints its key, and registers that; its event is sealed then. */
  async register(): Promise<string> {
    const { out } = await this.once('--keep');
    const verifierKey = /Verifier key: (\S+)/.exec(out)![1]!;
    await this.service.api.post(WITNESSES).send({ verifierKey }).expect(201);
    await untilSealed(this.service);
    return verifierKey;
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }
}

export const verifyDatabase = (service: TestService, ...more: string[]): Promise<Outcome> =>
  runProgram(verify, ['--database', service.databaseUrl, ...more]);

/** What whoever holds the database and the key can do: seal another history, as if it were true. */
export async function rewrite(service: TestService): Promise<void> {
  await service.sql("UPDATE event SET created_by = 'somebody else' WHERE id = 2");
  await service.sql('DELETE FROM event_seal');
  await service.sql('DELETE FROM event_seal_node');
  await service.sql('DELETE FROM event_seal_cursor');
  await untilSealed(service);
}
