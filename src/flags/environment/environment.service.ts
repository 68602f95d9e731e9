import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../core/event/actor.js';
import { Namesakes } from '../../core/event/namesakes.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { BadDataError, InvalidOperationError } from '../../platform/errors/general.errors.js';
import type {
  CreateEnvironmentDto,
  EnvironmentResponse,
  UpdateEnvironmentDto,
} from './environment.dto.js';
import { Environment } from './environment.entity.js';
import { noEnvironmentNamed } from './environment.read-model.js';
import { SORT_ENVIRONMENTS, READ_IN_EVENT, LAST_SORT_ORDER } from './environment.sql.js';

/** Creates and changes environments. */
@Injectable()
export class EnvironmentService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly namesakes: Namesakes,
  ) {}

  /**
   * Creates an environment.
   * @throws NameExistsError when the name is taken.
   * @throws BadDataError when approvals are requested.
   */
  async create(dto: CreateEnvironmentDto, actor: Actor): Promise<EnvironmentResponse> {
    refuseApprovals(dto.requiredApprovals);
    return this.unitOfWork.run(actor, async (tx) => {
      const environment = await insertEnvironment(tx, { enabled: true, ...dto });
      await this.namesakes.withdraw({ kind: 'environments', name: dto.name }, tx);
      await tx.record({ type: 'environment-created', environment: dto.name, data: environment });
      return environment;
    });
  }

  /**
   * Changes type or position; omitted properties stay.
   * @throws NotFoundError when it does not exist.
   * @throws InvalidOperationError when it is protected.
   * @throws BadDataError when approvals are requested.
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
   * Sets whether new projects get the environment. Records no event, as in the reference.
   * @throws NotFoundError when it does not exist.
   */
  async setEnabled(name: string, enabled: boolean, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const { affected } = await tx.repo(Environment).update({ name }, { enabled });
      if (!affected) throw noEnvironmentNamed(name);
    });
  }

  /**
   * Sets positions by name. Unknown names are ignored and no event is recorded, as in the
   * reference.
   */
  async sort(positions: Record<string, number>, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await tx.lock({ environments: { noKeyUpdate: Object.keys(positions) } });
      await tx.query(SORT_ENVIRONMENTS, [JSON.stringify(positions)]);
    });
  }
}

/**
 * Inserts an environment, last by default.
 * @throws NameExistsError when the name is taken.
 */
export async function insertEnvironment(
  tx: Tx,
  {
    name,
    type,
    enabled,
    sortOrder,
  }: Pick<Environment, 'name' | 'type' | 'enabled'> & { sortOrder?: number },
): Promise<EnvironmentResponse> {
  const [{ last } = { last: 0 }] = await tx.query(LAST_SORT_ORDER);
  await tx
    .repo(Environment)
    .insert({ name, type, enabled, sortOrder: sortOrder ?? Math.min(last + 1, 2_147_483_647) });
  return shownEnvironment(tx, name);
}

/**
 * Locks an environment against changes, but not against references.
 * @throws NotFoundError when it does not exist.
 * @throws InvalidOperationError when it is protected.
 */
export async function lockUnprotected(tx: Tx, name: string): Promise<EnvironmentResponse> {
  const { environments } = await tx.lock({ environments: { noKeyUpdate: [name] } });
  if (environments.length === 0) throw noEnvironmentNamed(name);
  const environment = await shownEnvironment(tx, name);
  if (environment.protected) {
    throw new InvalidOperationError(
      `The environment "${name}" is protected: it can only be enabled and disabled, not ` +
        'changed or deleted.',
    );
  }
  return environment;
}

async function shownEnvironment(tx: Tx, name: string): Promise<EnvironmentResponse> {
  const [row] = await tx.query(READ_IN_EVENT, [name]);
  return row!.environment;
}

/**
 * Refuses approvals instead of storing a number that has no effect, so that nobody relies on it.
 */
function refuseApprovals(requiredApprovals: number | null | undefined): void {
  if (requiredApprovals === undefined || requiredApprovals === null) return;
  throw new BadDataError(
    'Omit requiredApprovals, or send null. Approvals are required in environments of projects: ' +
      'PUT .../projects/{projectId}/environments/{environment}/change-requests/config.',
  );
}
