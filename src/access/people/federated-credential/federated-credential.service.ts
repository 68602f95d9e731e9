import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { FederatedCredentialPayload } from '../../../core/event/account-events.js';
import type { DomainEvent } from '../../../core/event/event.types.js';
import { Namesakes, type NewPlace } from '../../../core/event/namesakes.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { Database } from '../../../platform/database/database.js';
import {
  BadDataError,
  ExceedsLimitError,
  NotFoundError,
} from '../../../platform/errors/general.errors.js';
import type { Json } from '../../../platform/http/json.js';
import { requireScope } from '../personal-token/personal-token-writer.js';
import type {
  CreateFederatedCredentialDto,
  FederatedCredentialDto,
  FederatedCredentialResponse,
  FederatedCredentialsResponse,
} from './federated-credential.dto.js';
import {
  ADD,
  COUNT,
  DELETE,
  DELETE_ONLY_NAMING,
  LIST,
  READ,
  READ_EVENT,
  REMOVE_TOKENS_OF,
  UPDATE,
  WITHDRAW,
} from './federated-credential.sql.js';
import { requireSafeTrust } from './trust.js';

/** Maximum number of credentials of the instance. */
const MAX_CREDENTIALS = 100;
const PRESET_MINUTES = 15;

/** Manages federated credentials. */
@Injectable()
export class FederatedCredentialService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    namesakes: Namesakes,
  ) {
    namesakes.add(withdrawFromCredentials);
  }

  async list(): Promise<Json<FederatedCredentialsResponse>> {
    const [row] = await this.database.run(LIST);
    return row!.json;
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<Json<FederatedCredentialResponse>> {
    const [row] = await this.database.run(READ, [id]);
    if (!row) throw unknown(id);
    return row.json;
  }

  /**
   * Creates a credential of a service account.
   * @throws BadDataError when it would trust too much, or there is no such service account, project
   * or environment.
   * @throws NameExistsError
   * @throws ExceedsLimitError
   */
  async create(
    dto: CreateFederatedCredentialDto,
    caller: Caller,
  ): Promise<Json<FederatedCredentialResponse>> {
    requireSafeTrust(dto);
    const id = await this.unitOfWork.run(caller, async (tx) => {
      await tx.lockName('federatedCredentialQuotas', 'federated credentials');
      await lockServiceAccount(dto.serviceAccountId, tx);
      const [has] = await tx.query(COUNT);
      if (has!.count >= MAX_CREDENTIALS)
        throw new ExceedsLimitError(
          `There can be at most ${MAX_CREDENTIALS} federated credentials. Delete one first.`,
        );
      const [added] = await tx.query(ADD, [...(await valuesOf(dto, tx)), dto.serviceAccountId]);
      await tx.record({ type: 'federated-credential-created', data: added!.credential });
      return added!.id;
    });
    return this.get(id);
  }

  /**
   * Replaces a credential, which ends its tokens unless nothing changes.
   * @throws NotFoundError
   * @throws BadDataError when it would trust too much, or there is no such project or environment.
   * @throws NameExistsError
   */
  async update(
    id: number,
    dto: FederatedCredentialDto,
    caller: Caller,
  ): Promise<Json<FederatedCredentialResponse>> {
    requireSafeTrust(dto);
    await this.unitOfWork.run(caller, async (tx) => {
      const preData = await lockCredential(id, tx);
      const [changed] = await tx.query(UPDATE, [...(await valuesOf(dto, tx)), id]);
      const data = changed!.credential;
      if (JSON.stringify(data) === JSON.stringify(preData)) return;
      await tx.query(REMOVE_TOKENS_OF, [id]);
      await tx.record({ type: 'federated-credential-updated', data, preData });
    });
    return this.get(id);
  }

  /**
   * Deletes a credential with its tokens.
   * @throws NotFoundError
   */
  async delete(id: number, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const preData = await lockCredential(id, tx);
      await tx.query(DELETE, [id]);
      await tx.record({ type: 'federated-credential-deleted', preData });
    });
  }
}

/** Removes the name of a new place from scopes. Credentials that name no other place go. */
async function withdrawFromCredentials({ kind, name }: NewPlace, tx: Tx): Promise<DomainEvent[]> {
  const gone = await tx.query(DELETE_ONLY_NAMING, [kind, name]);
  const changed = await tx.query(WITHDRAW, [kind, name]);
  return [
    ...gone.map((event) => ({ type: 'federated-credential-deleted', ...event }) as const),
    ...changed.map((event) => ({ type: 'federated-credential-updated', ...event }) as const),
  ];
}

/**
 * Locks a credential, by its service account.
 * @throws NotFoundError
 */
async function lockCredential(id: number, tx: Tx): Promise<FederatedCredentialPayload> {
  const [found] = await tx.query(READ_EVENT, [id]);
  if (!found) throw unknown(id);
  await tx.lock({ users: { noKeyUpdate: [found.credential.serviceAccountId] } });
  const [locked] = await tx.query(READ_EVENT, [id]);
  if (!locked) throw unknown(id);
  return locked.credential;
}

/** @throws BadDataError */
async function lockServiceAccount(id: number, tx: Tx): Promise<void> {
  const [found] = (await tx.lock({ users: { noKeyUpdate: [id] } })).users;
  if (found?.kind === 'service-account' && !found.deleted) return;
  const message = `There is no service account with the id ${id}.`;
  throw new BadDataError(message, [{ message, path: '/body/serviceAccountId' }]);
}

/** @throws BadDataError when a project or environment of the scope does not exist. */
async function valuesOf(dto: FederatedCredentialDto, tx: Tx) {
  const { name, issuer, audience, subject, claims = {}, scope = {} } = dto;
  const valid = await requireScope(scope, tx);
  const { readOnly = false, proposeOnly = false, projects, environments } = valid;
  const { lifetimeMinutes = PRESET_MINUTES } = dto;
  return [
    ...([name, issuer, audience, subject, JSON.stringify(claims)] as const),
    ...([lifetimeMinutes, readOnly, projects, environments, proposeOnly] as const),
  ] as const;
}

function unknown(id: number): NotFoundError {
  return new NotFoundError(`There is no federated credential with the id ${id}.`);
}
