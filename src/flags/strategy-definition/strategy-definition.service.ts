import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { namesFor } from '../../core/auth/permissions/hidden.js';
import type { Actor } from '../../core/event/actor.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { inUse } from '../feature/strategy/strategy-use.js';
import { InvalidOperationError } from '../../platform/errors/general.errors.js';
import type {
  CreateStrategyDefinitionDto,
  StrategyDefinitionResponse,
  UpdateStrategyDefinitionDto,
} from './strategy-definition.dto.js';
import { StrategyDefinition } from './strategy-definition.entity.js';
import { noDefinition } from './strategy-definition.read-model.js';
import { USERS, READ_IN_EVENT } from './strategy-definition.sql.js';

/** Manages strategy definitions. Built-in ones can only be deprecated and reactivated. */
@Injectable()
export class StrategyDefinitionService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws NameExistsError when the name is taken. */
  async create(
    dto: CreateStrategyDefinitionDto,
    actor: Actor,
  ): Promise<StrategyDefinitionResponse> {
    return this.unitOfWork.run(actor, async (tx) => {
      await tx.repo(StrategyDefinition).insert({
        name: dto.name,
        title: dto.title ?? null,
        description: dto.description ?? null,
        parameters: dto.parameters,
        deprecated: dto.deprecated ?? false,
      });
      const data = await lockDefinition(dto.name, tx);
      await tx.record({ type: 'strategy-created', data });
      return data;
    });
  }

  /**
   * Replaces the parameters, and title and description if given.
   * @throws NotFoundError when the definition does not exist.
   * @throws InvalidOperationError when it is built in.
   */
  async update(
    name: string,
    { title, description, parameters }: UpdateStrategyDefinitionDto,
    actor: Actor,
  ): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const before = await lockEditable(name, tx);
      await tx.repo(StrategyDefinition).update({ name }, { title, description, parameters });
      const data = await lockDefinition(name, tx);
      if (!isDeepStrictEqual(before, data)) await tx.record({ type: 'strategy-updated', data });
    });
  }

  /**
   * Deprecates or reactivates a definition. Does nothing when it already is.
   * @throws NotFoundError when the definition does not exist.
   */
  async setDeprecated(name: string, deprecated: boolean, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const before = await lockDefinition(name, tx);
      if (before.deprecated === deprecated) return;
      await tx.repo(StrategyDefinition).update({ name }, { deprecated });
      await tx.record({
        type: deprecated ? 'strategy-deprecated' : 'strategy-reactivated',
        data: { name },
      });
    });
  }

  /**
   * @throws NotFoundError when the definition does not exist.
   * @throws InvalidOperationError when it is built in.
   * @throws ConflictError when strategies use it, including those of archived features, which could
   * not be revived otherwise.
   */
  async delete(name: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await lockEditable(name, tx);
      const users = await tx.query(USERS, [name]);
      if (users.length > 0) throw inUse(`The strategy "${name}"`, namesFor(tx.actor, users));
      await tx.repo(StrategyDefinition).delete({ name });
      await tx.record({ type: 'strategy-deleted', data: { name } });
    });
  }
}

/** Locks a definition against changes and new use until the transaction ends. */
async function lockDefinition(name: string, tx: Tx): Promise<StrategyDefinitionResponse> {
  await tx.lock({ strategyDefinitions: { update: [name] } });
  const [found] = await tx.query(READ_IN_EVENT, [name]);
  if (!found) throw noDefinition(name);
  return found.definition;
}

async function lockEditable(name: string, tx: Tx): Promise<StrategyDefinitionResponse> {
  const definition = await lockDefinition(name, tx);
  if (!definition.editable)
    throw new InvalidOperationError(
      `The strategy "${name}" is built in: it can be deprecated, but neither changed nor deleted.`,
    );
  return definition;
}
