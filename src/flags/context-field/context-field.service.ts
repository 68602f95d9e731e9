import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { namesFor } from '../../core/auth/permissions/hidden.js';
import type { Actor } from '../../core/event/actor.js';
import type { ContextFieldPayload } from '../../core/event/instance-events.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { inUse } from '../feature/strategy/strategy-use.js';
import {
  BadDataError,
  ExceedsLimitError,
  InvalidOperationError,
} from '../../platform/errors/general.errors.js';
import { MAX_OBJECTS } from '../../platform/http/validation/bounds.js';
import { lockLiveProject } from '../../core/event/live-project.js';
import type {
  ContextFieldResponse,
  CreateContextFieldDto,
  LegalValueDto,
  UpdateContextFieldDto,
} from './context-field.dto.js';
import { BUILT_IN_FIELDS, ContextField } from './context-field.entity.js';
import { type FieldPlace, noField } from './context-field.read-model.js';
import { COUNT, READ_IN_EVENT, USERS } from './context-field.sql.js';

/** Maximum number of context fields of a project. */
const MAX_OF_PROJECT = 100;
/** Maximum number of legal values of a field, and of characters of their JSON together. */
const MAX_LEGAL_VALUES = MAX_OBJECTS;
const MAX_LEGAL_CHARACTERS = 100_000;

/** Creates, changes and deletes context fields. */
@Injectable()
export class ContextFieldService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Creates a field for the features of a project or, with null, for all.
   * @throws NameExistsError when the name is taken.
   * @throws BadDataError when the body names another project.
   * @throws NotFoundError when there is no such live project.
   * @throws ExceedsLimitError when the project has too many.
   */
  async create(
    dto: CreateContextFieldDto,
    project: string | null,
    actor: Actor,
  ): Promise<ContextFieldResponse> {
    requireSame(dto.project, project);
    const description = dto.description === null ? '' : dto.description;
    return this.unitOfWork.run(actor, (tx) => this.add({ ...dto, description }, project, tx));
  }

  /**
   * Creates a field within a transaction.
   * @throws errors of {@link create}.
   */
  async add(
    dto: CreateContextFieldDto,
    project: string | null,
    tx: Tx,
  ): Promise<ContextFieldResponse> {
    if (project !== null) await requireRoom(project, tx);
    await tx.repo(ContextField).insert({
      project,
      name: dto.name,
      description: dto.description ?? null,
      stickiness: dto.stickiness ?? false,
      sortOrder: dto.sortOrder ?? 10,
      legalValues: dto.legalValues ?? [],
    });
    const data = await read({ name: dto.name, project }, tx);
    await tx.record({ type: 'context-field-created', ...inProject(project), data });
    return data;
  }

  /**
   * Creates a field that was deleted, with all properties that it had.
   * @throws NameExistsError when the name is taken.
   * @throws NotFoundError, ExceedsLimitError as {@link create}.
   */
  async restore(field: ContextFieldPayload, actor: Actor): Promise<void> {
    const at = placeOf(field);
    const { project } = at;
    await this.unitOfWork.run(actor, async (tx) => {
      if (project !== null) await requireRoom(project, tx);
      const createdAt = new Date(field.createdAt);
      await tx.repo(ContextField).insert({ ...stateOf(field), project, createdAt });
      const data = await read(at, tx);
      await tx.record({ type: 'context-field-created', ...inProject(project), data });
    });
  }

  /**
   * Gives a field all properties that it had before.
   * @throws NotFoundError when the field does not exist.
   */
  async restoreProperties(field: ContextFieldPayload, actor: Actor): Promise<void> {
    await this.change(placeOf(field), actor, () => stateOf(field));
  }

  /**
   * Replaces the properties. Omitted ones get their default, except the description, which stays.
   * @throws NotFoundError when the field does not exist.
   * @throws BadDataError when the body names another project.
   */
  async update(at: FieldPlace, dto: UpdateContextFieldDto, actor: Actor): Promise<void> {
    requireSame(dto.project, at.project);
    await this.change(at, actor, (before) => ({
      description: dto.description === undefined ? before.description : (dto.description ?? ''),
      stickiness: dto.stickiness ?? false,
      legalValues: dto.legalValues ?? [],
    }));
  }

  /**
   * Adds a legal value, or changes its description.
   * @throws NotFoundError when the field does not exist.
   * @throws ExceedsLimitError when there would be too many, or they would be too long together.
   */
  async setLegalValue(at: FieldPlace, legal: LegalValueDto, actor: Actor): Promise<void> {
    await this.change(at, actor, ({ legalValues }) => {
      const isThere = legalValues.some((one) => one.value === legal.value);
      const after = isThere
        ? legalValues.map((one) => (one.value === legal.value ? legal : one))
        : [...legalValues, legal];
      requireStorable(after);
      return { legalValues: after };
    });
  }

  /**
   * Removes a legal value; does nothing when it does not exist.
   * @throws NotFoundError when the field does not exist.
   */
  async removeLegalValue(at: FieldPlace, value: string, actor: Actor): Promise<void> {
    await this.change(at, actor, ({ legalValues }) => ({
      legalValues: legalValues.filter((one) => one.value !== value),
    }));
  }

  /**
   * @throws NotFoundError when the field does not exist.
   * @throws InvalidOperationError when it is built in.
   * @throws ConflictError when a feature, also an archived one, a segment, default strategy or
   * release plan has a constraint on it.
   */
  async delete(at: FieldPlace, actor: Actor): Promise<void> {
    const { name } = at;
    await this.unitOfWork.run(actor, async (tx) => {
      const preData = await lockField(at, tx);
      if (BUILT_IN_FIELDS.includes(name))
        throw new InvalidOperationError(
          `The context field "${name}" is built in and cannot be deleted.`,
        );
      const users = await tx.query(USERS, [name]);
      if (users.length > 0) throw inUse(`The context field "${name}"`, namesFor(tx.actor, users));
      await tx.repo(ContextField).delete({ name });
      await tx.record({ type: 'context-field-deleted', ...inProject(at.project), preData });
    });
  }

  private async change(
    at: FieldPlace,
    actor: Actor,
    to: (before: ContextFieldResponse) => Partial<ContextField>,
  ): Promise<void> {
    await this.unitOfWork.run(actor, async (tx) => {
      const preData = await lockField(at, tx);
      await tx.repo(ContextField).update({ name: at.name }, to(preData));
      const data = await lockField(at, tx);
      const place = inProject(at.project);
      if (!isDeepStrictEqual(preData, data))
        await tx.record({ type: 'context-field-updated', ...place, data, preData });
    });
  }
}

/**
 * Each change records all legal values, so that values added one by one must not exceed what a
 * change of all of them can contain.
 * @throws ExceedsLimitError
 */
function requireStorable(legalValues: readonly LegalValueDto[]): void {
  if (legalValues.length > MAX_LEGAL_VALUES)
    throw new ExceedsLimitError(
      `A context field can have at most ${MAX_LEGAL_VALUES} legal values. Remove one first.`,
    );
  if (JSON.stringify(legalValues).length > MAX_LEGAL_CHARACTERS)
    throw new ExceedsLimitError(
      `The legal values of a context field and their descriptions can have at most ` +
        `${MAX_LEGAL_CHARACTERS} characters together. Shorten or remove some first.`,
    );
}

/** The columns of a field in an event. */
function stateOf({ name, description, stickiness, sortOrder, legalValues }: ContextFieldPayload) {
  const values = legalValues as LegalValueDto[];
  return { name, description, stickiness, sortOrder, legalValues: values };
}

/** Where the field of an event is. */
export function placeOf({ name, project = undefined }: ContextFieldPayload): FieldPlace {
  return { name, project: project ?? null };
}

/** The place of an event about a field. */
function inProject(project: string | null): { project?: string } {
  return project === null ? {} : { project };
}

/** @throws BadDataError when a body names another project than the path. */
function requireSame(given: string | undefined, project: string | null): void {
  if (!given || given === project) return;
  throw new BadDataError(
    'Context fields of a project are below it, and stay there: use the path ' +
      `/api/admin/projects/${encodeURIComponent(given)}/context.`,
  );
}

/**
 * Locks a project so that the number of its fields stays, and checks that there is room for one.
 * @throws NotFoundError, ExceedsLimitError
 */
async function requireRoom(project: string, tx: Tx): Promise<void> {
  await lockLiveProject(tx, project, 'update');
  const [row] = await tx.query(COUNT, [project]);
  if (row!.count < MAX_OF_PROJECT) return;
  throw new ExceedsLimitError(`A project can have at most ${MAX_OF_PROJECT} context fields.`);
}

/** Locks a context field against changes until the transaction ends. */
async function lockField(at: FieldPlace, tx: Tx): Promise<ContextFieldResponse> {
  await tx.lock({ contextFields: { update: [at.name] } });
  return read(at, tx);
}

/** Reads a context field. @throws NotFoundError */
async function read(at: FieldPlace, tx: Tx): Promise<ContextFieldResponse> {
  const [found] = await tx.query(READ_IN_EVENT, [at.name, at.project]);
  if (!found) throw noField(at);
  return found.field;
}
