import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { plainAddress } from '../../../core/event/actor.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { Database } from '../../../platform/database/database.js';
import { statement } from '../../../platform/database/statement.js';
import { BadDataError } from '../../../platform/errors/general.errors.js';
import { AddressList, checkedAddresses } from '../../../platform/http/address-list.js';
import { lockLiveProject, noProject } from '../../../core/event/live-project.js';
import { Project } from '../project.entity.js';
import type { ProjectAddressesResponse } from './project-addresses.dto.js';

const READ_ADDRESSES = statement<[projectId: string], ProjectAddressesResponse>(
  'project-addresses.read-addresses',
  /* sql */ `
    SELECT COALESCE(allowed_addresses, '{}') AS "allowedAddresses" FROM project WHERE id = $1`,
);

/**
 * Reads and changes from which IP addresses a project can be reached. The list is part of the
 * look-up of callers, so it is effective at once on this instance, and within a second on others.
 */
@Injectable()
export class ProjectAddressesService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
  ) {}

  /** @throws NotFoundError when the project does not exist. */
  async get(projectId: string): Promise<ProjectAddressesResponse> {
    const [row] = await this.database.run(READ_ADDRESSES, [projectId]);
    if (!row) throw noProject(projectId);
    return row;
  }

  /**
   * @throws NotFoundError when there is no such live project.
   * @throws BadDataError for what is no address, and when the caller would lock themselves out.
   */
  async set(
    projectId: string,
    addresses: readonly string[],
    caller: Caller,
  ): Promise<ProjectAddressesResponse> {
    const allowedAddresses = checkedAddresses(addresses);
    requireReachable(allowedAddresses, caller);
    return this.unitOfWork.run(caller, async (tx) => {
      await lockLiveProject(tx, projectId, 'update');
      const [before] = await tx.query(READ_ADDRESSES, [projectId]);
      if (isDeepStrictEqual(before!.allowedAddresses, allowedAddresses)) return before!;
      const stored = allowedAddresses.length > 0 ? allowedAddresses : null;
      await tx
        .repo(Project)
        .update({ id: projectId }, { allowedAddresses: stored, updatedAt: new Date() });
      await tx.record({
        type: 'project-access-addresses-updated',
        project: projectId,
        data: { allowedAddresses },
        preData: { allowedAddresses: before!.allowedAddresses },
      });
      return { allowedAddresses };
    });
  }
}

/** @throws BadDataError when the caller could not reach the project any more. */
function requireReachable(addresses: readonly string[], { isUnlimited, address }: Caller): void {
  if (addresses.length === 0 || isUnlimited || new AddressList(addresses).has(address)) return;
  const message =
    `Your own address, ${plainAddress(address) ?? 'which is unknown'}, is not among these: you ` +
    'could not reach the project any more.';
  throw new BadDataError(message, [{ message, path: '/body/allowedAddresses' }]);
}
