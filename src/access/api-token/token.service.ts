import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { PermissionError } from '../../core/auth/caller/auth.errors.js';
import { BadDataError, NotFoundError } from '../../platform/errors/general.errors.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CallerLookup } from '../../core/auth/caller-lookup.js';
import { ApiToken } from './api-token.entity.js';
import { permissionFor } from './token-permission.js';
import { checkedAddresses } from '../../platform/http/address-list.js';
import { ALL, projectTokenRequest, tokenRequest, type TokenRequest } from './token-request.js';
import { tokenReference, TokenSecrets } from './token-secrets.js';
import {
  addToken,
  type BareToken,
  lockToken,
  newSecret,
  placeOf,
  readToken,
  revokeToken,
} from './token-writer.js';
import { unknownMask } from './token.read-model.js';
import type {
  CreateApiTokenDto,
  CreatedApiTokenResponse,
  ProjectTokenParams,
  UpdateApiTokenDto,
} from './token.dto.js';

/**
 * Creates, changes and revokes API tokens. A revoked or expired token is refused at once by this
 * instance, and within a second by the others.
 */
@Injectable()
export class TokenService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly callers: CallerLookup,
    private readonly secrets: TokenSecrets,
  ) {}

  /**
   * Creates a token.
   * @returns The token with its secret, which only the token that created it can read again.
   * @throws BadDataError when the body is contradictory, or names an unknown environment or
   * project.
   * @throws PermissionError when the caller may not create tokens of this type.
   */
  async create(dto: CreateApiTokenDto, caller: Caller): Promise<CreatedApiTokenResponse> {
    const request = tokenRequest(dto);
    requirePermission('CREATE', request, caller);
    requireSeen(request, caller);
    return this.unitOfWork.run(caller, (tx) => this.add(request, dto, caller, tx));
  }

  /**
   * Creates a token that is limited to one project.
   * @returns The token with its secret.
   * @throws BadDataError as {@link create}.
   * @throws NotFoundError when there is no such project.
   */
  async createInProject(
    projectId: string,
    dto: CreateApiTokenDto,
    caller: Caller,
  ): Promise<CreatedApiTokenResponse> {
    const request = projectTokenRequest(projectId, dto);
    return this.unitOfWork.run(caller, async (tx) => {
      const { projects } = await tx.lock({ projects: { keyShare: [projectId] } });
      if (!projects[0] || projects[0].archived)
        throw new NotFoundError(`There is no project "${projectId}", or it is archived.`);
      return this.add(request, dto, caller, tx);
    });
  }

  /**
   * Changes when a token expires, and from where it can be used. Unknown tokens, and tokens of
   * projects that are hidden from the caller, are ignored (reference behaviour).
   * @throws NotFoundError when a masked secret matches no token.
   * @throws BadDataError when there is nothing to change, or an address is none.
   * @throws PermissionError when the caller may not change tokens of its type.
   */
  async update(token: string, changes: UpdateApiTokenDto, caller: Caller): Promise<void> {
    const row = changedColumns(changes);
    await this.unitOfWork.run(caller, async (tx) => {
      const before = await lockedFor(caller, token, tx);
      if (!before) return;
      requirePermission('UPDATE', before, caller);
      await tx.repo(ApiToken).update({ id: before.id }, row);
      const data = await readToken(before.id, tx);
      if (isDeepStrictEqual(data, before)) return;
      await tx.record({ type: 'api-token-updated', ...placeOf(before), data, preData: before });
    });
    this.callers.invalidate();
  }

  /**
   * Revokes a token. Unknown tokens, and tokens of projects that are hidden from the caller, are
   * ignored (reference behaviour).
   * @throws NotFoundError when a masked secret matches no token, because the caller would believe
   * it revoked.
   * @throws PermissionError when the caller may not revoke tokens of its type.
   */
  async delete(token: string, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const before = await lockedFor(caller, token, tx);
      if (!before) return;
      requirePermission('DELETE', before, caller);
      await revokeToken(before, tx);
    });
    this.callers.invalidate();
  }

  /**
   * Revokes a token of a project.
   * @throws NotFoundError when no token is limited to exactly this project.
   */
  async deleteInProject(
    { projectId, token: named }: ProjectTokenParams,
    caller: Caller,
  ): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      const token = await lockToken(tokenReference(named), tx);
      if (token?.projects.length !== 1 || token.projects[0] !== projectId) {
        throw new NotFoundError(
          `There is no such token that is limited to the project "${projectId}".`,
        );
      }
      await revokeToken(token, tx);
    });
    this.callers.invalidate();
  }

  private async add(
    request: TokenRequest,
    { type }: CreateApiTokenDto,
    caller: Caller,
    tx: Tx,
  ): Promise<CreatedApiTokenResponse> {
    const secret = newSecret(request);
    const token = { ...(await addToken(request, secret, tx))!, secret };
    await this.secrets.keep(token, caller, tx);
    // Terraform refuses another type than it has sent.
    return { ...token, type };
  }
}

/** @throws BadDataError when nothing is changed, or an address is none. */
function changedColumns({
  expiresAt,
  allowedAddresses,
}: UpdateApiTokenDto): Partial<Pick<ApiToken, 'expiresAt' | 'allowedAddresses'>> {
  if (expiresAt === undefined && allowedAddresses === undefined)
    throw new BadDataError('Set expiresAt or allowedAddresses.');
  const addresses = allowedAddresses && checkedAddresses(allowedAddresses);
  return {
    ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) }),
    ...(addresses ? { allowedAddresses: addresses.length > 0 ? addresses : null } : {}),
  };
}

/**
 * Locks the token that a path names, unless it is hidden from the caller.
 * @throws NotFoundError when a masked secret matches no token.
 */
async function lockedFor(caller: Caller, named: string, tx: Tx): Promise<BareToken | undefined> {
  const reference = tokenReference(named);
  const token = await lockToken(reference, tx);
  if (token && !isHidden(token, caller)) return token;
  if ('masked' in reference) throw unknownMask(named);
  return undefined;
}

/** Tokens of hidden projects are treated as absent. */
function isHidden({ projects }: { projects: readonly string[] }, caller: Caller): boolean {
  return projects.some((project) => !caller.sees(project));
}

/**
 * Checks that the caller can see all projects of the requested token.
 * @throws BadDataError when not.
 */
function requireSeen({ type, projects }: TokenRequest, caller: Caller): void {
  if (caller.hiddenProjects.length === 0) return;
  if (projects[0] === ALL && type !== 'admin')
    throw new BadDataError(
      'There are projects that you cannot see, so name the projects of the token.',
    );
  const hidden = projects.find((project) => !caller.sees(project));
  if (hidden !== undefined) throw new BadDataError(`There is no project "${hidden}".`);
}

function requirePermission(
  action: 'CREATE' | 'UPDATE' | 'DELETE',
  { type }: { type: string },
  caller: Caller,
): void {
  const permission = permissionFor(action, type as ApiToken['type']);
  if (!caller.may(permission, {})) throw new PermissionError([permission]);
}
