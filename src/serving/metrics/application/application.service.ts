import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/auth/caller/caller.js';
import type { Tx } from '../../../core/event/tx.js';
import { UnitOfWork } from '../../../core/event/unit-of-work.js';
import { NameExistsError } from '../../../platform/errors/general.errors.js';
import type { DescribeApplicationDto } from './application.dto.js';
import {
  PRIVATE_PLACES,
  CREATE,
  DESCRIBE,
  TOUCH,
  DELETE,
  IS_HIDDEN,
} from './application-writing.sql.js';

/**
 * Manages descriptions of applications. Applications themselves appear when they register or report
 * usage.
 */
@Injectable()
export class ApplicationService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Describes an application, and creates it if it is unknown. Records no event when nothing
   * changes.
   * @throws NameExistsError when the application is only known in projects that are hidden from the
   * caller.
   */
  async describe(appName: string, dto: DescribeApplicationDto, caller: Caller): Promise<void> {
    const { strategies, description, url, color, icon } = dto;
    const wanted = JSON.stringify({ strategies, description, url, color, icon });
    await this.unitOfWork.run(caller, async (tx) => {
      if (await isHidden(appName, tx))
        throw new NameExistsError(`An application with the name "${appName}" already exists.`);
      const place = await placeOf(appName, tx);
      const [before] = await tx.query(CREATE, [appName, caller.name]);
      const [after] = await tx.query(DESCRIBE, [appName, wanted]);
      if (before!.created)
        return tx.record({ type: 'application-created', ...place, data: after!.shown });
      if (JSON.stringify(before!.shown) === JSON.stringify(after!.shown)) return;
      await tx.query(TOUCH, [appName]);
      await tx.record({
        type: 'application-updated',
        ...place,
        preData: before!.shown,
        data: after!.shown,
      });
    });
  }

  /** Deletes an application that is visible to the caller. It reappears when it reports again. */
  async remove(appName: string, caller: Caller): Promise<void> {
    await this.unitOfWork.run(caller, async (tx) => {
      if (await isHidden(appName, tx)) return;
      const place = await placeOf(appName, tx);
      const [removed] = await tx.query(DELETE, [appName]);
      if (removed)
        await tx.record({ type: 'application-deleted', ...place, preData: removed.shown });
    });
  }
}

async function isHidden(appName: string, tx: Tx): Promise<boolean> {
  const found = await tx.query(IS_HIDDEN, [appName, tx.actor.hiddenProjects ?? []]);
  return found.length > 0;
}

async function placeOf(appName: string, tx: Tx): Promise<{ project?: string }> {
  const [row] = await tx.query(PRIVATE_PLACES, [[appName]]);
  return row?.project ? { project: row.project } : {};
}
