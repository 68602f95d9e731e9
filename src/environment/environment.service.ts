import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../event/actor.js';
import type { Tx } from '../event/tx.js';
import { UnitOfWork } from '../event/unit-of-work.js';
import { BadDataError, InvalidOperationError } from '../errors/general.errors.js';
import type { CreateEnvironmentDto, UpdateEnvironmentDto } from './environment.dto.js';
import { Environment } from './environment.entity.js';
import { noEnvironmentNamed } from './environment.read-model.js';
import type { EnvironmentResponse } from './environment.response.js';
import { ENVIRONMENT_JSON } from './environment.sql.js';

/** Creates and changes environments. */
@Injectable()
export class EnvironmentService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Creates an environment that no project has yet. @throws NameExistsError @throws BadDataError
   */
  async create(dto: CreateEnvironmentDto, actor: Actor): Promise<EnvironmentResponse> {
    refuseApprovals(dto.requiredApprovals);
    return this.unitOfWork.run(actor, async (tx) => {
      const environment = await insertEnvironment(tx, { enabled: true, ...dto });
      await tx.record({ type: 'environment-created', environment: dto.name, data: environment });
      return environment;
    });
  }

  /**
   * Changes the type or the position of an environment. What is left out stays.
   * @throws NotFoundError @throws InvalidOperationError when it is protected. @throws BadDataError
   * when approvals are asked for.
   */
  async update(
    name: string,
    { type, sortOrder, requiredApprovals }: UpdateEnvironmentDto,
    actor: Actor,
  ): Promise<EnvironmentResponse> {
    refuseApprovals(requiredApprovals);
    return this.unitOfWork.run(actor, async (tx) => {
      const before = await lockUnprotected(tx, name);
      const after = {
        ...before,
        type: type ?? before.type,
        sortOrder: sortOrder ?? before.sortOrder,
      };
      if (isDeepStrictEqual(before, after)) return before;
      await tx.repo(Environment).update({ name }, { type: after.type, sortOrder: after.sortOrder });
      await tx.record({
        type: 'environment-updated',
        environment: name,
        data: after,
        preData: before,
      });
      return after;
    });
  }

  /**
   * Decides whether new projects get an environment. Not audited, as in the reference. @throws
   * NotFoundError
   */
  async setEnabled(name: string, enabled: boolean, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const { affected } = await tx.repo(Environment).update({ name }, { enabled });
      if (!affected) throw noEnvironmentNamed(name);
    });
  }

  /**
   * Puts environments in order, by their names. Unknown names are passed over, and nothing is
   * audited, as in the reference.
   */
  async sort(positions: Record<string, number>, actor: Actor): Promise<void> {
    const sql = /* sql */ `
      UPDATE environment e SET sort_order = wanted.value::int FROM jsonb_each_text($1::jsonb) AS wanted
       WHERE e.name = wanted.key AND e.sort_order <> wanted.value::int`;
    await this.unitOfWork.run(actor, (tx) => tx.query(sql, [JSON.stringify(positions)]));
  }
}

/** Adds an environment, behind the last one unless told. @throws NameExistsError */
export async function insertEnvironment(
  tx: Tx,
  {
    name,
    type,
    enabled,
    sortOrder,
  }: Pick<Environment, 'name' | 'type' | 'enabled'> & { sortOrder?: number },
): Promise<EnvironmentResponse> {
  const [{ last } = { last: 0 }] = await tx.query<{ last: number }>(
    'SELECT COALESCE(max(sort_order), 0) AS last FROM environment',
  );
  await tx
    .repo(Environment)
    .insert({ name, type, enabled, sortOrder: sortOrder ?? Math.min(last + 1, 2_147_483_647) });
  return shownEnvironment(tx, name);
}

/**
 * Locks an environment that can be changed; others may refer to it meanwhile. @throws NotFoundError
 * @throws InvalidOperationError when it is protected.
 */
export async function lockUnprotected(tx: Tx, name: string): Promise<EnvironmentResponse> {
  const { environments } = await tx.lock({ environments: { noKeyUpdate: [name] } });
  if (environments.length === 0) throw noEnvironmentNamed(name);
  const environment = await shownEnvironment(tx, name);
  if (environment.protected) {
    throw new InvalidOperationError(
      `The environment "${name}" is protected: it can be neither changed nor deleted, only turned on and off.`,
    );
  }
  return environment;
}

async function shownEnvironment(tx: Tx, name: string): Promise<EnvironmentResponse> {
  const sql = `SELECT ${ENVIRONMENT_JSON} AS environment FROM environment e WHERE e.name = $1`;
  const [row] = await tx.query<{ environment: EnvironmentResponse }>(sql, [name]);
  return row!.environment;
}

/**
 * A safeguard that is not there must not seem to be: better to say so than to keep a number that
 * nothing obeys.
 */
function refuseApprovals(requiredApprovals: number | null | undefined): void {
  if (requiredApprovals === undefined || requiredApprovals === null) return;
  throw new BadDataError(
    'There are no change requests here that somebody could approve: leave requiredApprovals out, or send null.',
  );
}
