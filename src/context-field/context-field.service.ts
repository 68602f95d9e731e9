import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { namesFor } from '../auth/permissions/hidden.js';
import type { Actor } from '../event/actor.js';
import type { ContextFieldPayload } from '../event/event-payloads.js';
import type { Tx } from '../event/tx.js';
import { UnitOfWork } from '../event/unit-of-work.js';
import { inUse } from '../feature/strategy/strategy-use.js';
import { InvalidOperationError } from '../errors/general.errors.js';
import type {
  CreateContextFieldDto,
  LegalValueDto,
  UpdateContextFieldDto,
} from './context-field.dto.js';
import { BUILT_IN_FIELDS, ContextField } from './context-field.entity.js';
import { noField } from './context-field.read-model.js';
import type { ContextFieldResponse } from './context-field.response.js';
import { USERS, READ_IN_EVENT } from './context-field.sql.js';

/** Creates, changes and deletes context fields. */
@Injectable()
export class ContextFieldService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws NameExistsError when the name is taken. */
  async create(dto: CreateContextFieldDto, actor: Actor): Promise<ContextFieldResponse> {
    const description = dto.description === null ? '' : dto.description;
    return this.unitOfWork.run(actor, (tx) => this.add({ ...dto, description }, tx));
  }

  /**
   * Creates a field within a transaction.
   * @throws NameExistsError when the name is taken.
   */
  async add(dto: CreateContextFieldDto, tx: Tx): Promise<ContextFieldResponse> {
    await tx.repo(ContextField).insert({
      name: dto.name,
      description: dto.description ?? null,
      stickiness: dto.stickiness ?? false,
      sortOrder: dto.sortOrder ?? 10,
      legalValues: dto.legalValues ?? [],
    });
    const data = await read(dto.name, tx);
    await tx.record({ type: 'context-field-created', data });
    return data;
  }

  /**
   * Creates a field that was deleted, with all properties that it had.
   * @throws NameExistsError when the name is taken.
   */
  async restore(field: ContextFieldPayload, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      await tx
        .repo(ContextField)
        .insert({ ...stateOf(field), createdAt: new Date(field.createdAt) });
      await tx.record({ type: 'context-field-created', data: await read(field.name, tx) });
    });
  }

  /**
   * Gives a field all properties that it had before.
   * @throws NotFoundError when the field does not exist.
   */
  async putBack(field: ContextFieldPayload, actor: Actor): Promise<void> {
    await this.change(field.name, actor, () => stateOf(field));
  }

  /**
   * Replaces the properties. Omitted ones get their default, except the description, which stays.
   * @throws NotFoundError when the field does not exist.
   */
  async update(name: string, dto: UpdateContextFieldDto, actor: Actor): Promise<void> {
    await this.change(name, actor, (before) => ({
      description: dto.description === undefined ? before.description : (dto.description ?? ''),
      stickiness: dto.stickiness ?? false,
      legalValues: dto.legalValues ?? [],
    }));
  }

  /**
   * Adds a legal value, or changes its description.
   * @throws NotFoundError when the field does not exist.
   */
  async setLegalValue(name: string, legal: LegalValueDto, actor: Actor): Promise<void> {
    await this.change(name, actor, ({ legalValues }) => {
      const isThere = legalValues.some((one) => one.value === legal.value);
      return {
        legalValues: isThere
          ? legalValues.map((one) => (one.value === legal.value ? legal : one))
          : [...legalValues, legal],
      };
    });
  }

  /**
   * Removes a legal value; does nothing when it does not exist.
   * @throws NotFoundError when the field does not exist.
   */
  async removeLegalValue(name: string, value: string, actor: Actor): Promise<void> {
    await this.change(name, actor, ({ legalValues }) => ({
      legalValues: legalValues.filter((one) => one.value !== value),
    }));
  }

  /**
   * @throws NotFoundError when the field does not exist.
   * @throws InvalidOperationError when it is built in.
   * @throws ConflictError when a live feature, segment or default strategy has a constraint on it.
   */
  async delete(name: string, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const preData = await hold(name, tx);
      if (BUILT_IN_FIELDS.includes(name))
        throw new InvalidOperationError(
          `The context field "${name}" is built in and cannot be deleted.`,
        );
      const users = await tx.query(USERS, [name]);
      if (users.length > 0) throw inUse(`The context field "${name}"`, namesFor(tx.actor, users));
      await tx.repo(ContextField).delete({ name });
      await tx.record({ type: 'context-field-deleted', preData });
    });
  }

  private async change(
    name: string,
    actor: Actor,
    to: (before: ContextFieldResponse) => Partial<ContextField>,
  ): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const preData = await hold(name, tx);
      await tx.repo(ContextField).update({ name }, to(preData));
      const data = await hold(name, tx);
      if (!isDeepStrictEqual(preData, data))
        await tx.record({ type: 'context-field-updated', data, preData });
    });
  }
}

/** The columns of a field in an event. */
function stateOf({ name, description, stickiness, sortOrder, legalValues }: ContextFieldPayload) {
  const values = legalValues as LegalValueDto[];
  return { name, description, stickiness, sortOrder, legalValues: values };
}

/** Locks a context field against changes until the transaction ends. */
async function hold(name: string, tx: Tx): Promise<ContextFieldResponse> {
  await tx.lock({ contextFields: { update: [name] } });
  return read(name, tx);
}

/** Reads a context field. @throws NotFoundError */
async function read(name: string, tx: Tx): Promise<ContextFieldResponse> {
  const [found] = await tx.query(READ_IN_EVENT, [name]);
  if (!found) throw noField(name);
  return found.field;
}
