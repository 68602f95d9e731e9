import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller/caller.js';
import { isHiddenApplication } from '../../auth/permissions/hidden.sql.js';
import type { Tx } from '../../event/tx.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import { NameExistsError } from '../../errors/general.errors.js';
import type { DescribeApplicationDto } from './application.dto.js';
import type { ApplicationPayload } from '../../event/event-payloads.js';
import { APPLICATION_EVENT_JSON, PRIVATE_PLACES } from './application.sql.js';

/**
 * Creates the application, or locks an existing one, which `DO NOTHING` would not protect from
 * deletion.
 */
const CREATE = /* sql */ `
  INSERT INTO client_application AS a (app_name, created_by, is_reported) VALUES ($1, $2, false)
  ON CONFLICT ON CONSTRAINT client_application_pkey DO UPDATE SET app_name = a.app_name RETURNING xmax = 0 AS created, ${APPLICATION_EVENT_JSON} AS shown`;
/** Updates the given properties of an application; others stay. */
const DESCRIBE = /* sql */ `
  UPDATE client_application a SET
    strategies = CASE WHEN $2::jsonb ? 'strategies' THEN ARRAY(SELECT jsonb_array_elements_text($2::jsonb -> 'strategies')) ELSE a.strategies END,
    ${['description', 'url', 'color', 'icon'].map((name) => `${name} = CASE WHEN $2::jsonb ? '${name}' THEN $2::jsonb ->> '${name}' ELSE a.${name} END`).join(', ')}
   WHERE a.app_name = $1
  RETURNING ${APPLICATION_EVENT_JSON} AS shown`;
const TOUCH = 'UPDATE client_application SET updated_at = now() WHERE app_name = $1';
const DELETE = `DELETE FROM client_application a WHERE a.app_name = $1 RETURNING ${APPLICATION_EVENT_JSON} AS shown`;

/** Returns a row when an application is only known in hidden projects. */
const IS_HIDDEN = `SELECT WHERE ${isHiddenApplication('$1', '$2::text[]')}`;

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
  async describe(appName: string, said: DescribeApplicationDto, caller: Caller): Promise<void> {
    const { strategies, description, url, color, icon } = said;
    const wanted = JSON.stringify({ strategies, description, url, color, icon });
    await this.unitOfWork.run(caller, async (tx) => {
      if (await isHidden(appName, tx))
        throw new NameExistsError(`An application with the name "${appName}" already exists.`);
      const place = await placeOf(appName, tx);
      const [before] = await tx.query<{ created: boolean; shown: ApplicationPayload }>(CREATE, [
        appName,
        caller.name,
      ]);
      const [after] = await tx.query<{ shown: ApplicationPayload }>(DESCRIBE, [appName, wanted]);
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
      const [removed] = await tx.query<{ shown: ApplicationPayload }>(DELETE, [appName]);
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
  const [row] = await tx.query<{ project: string }>(PRIVATE_PLACES, [[appName]]);
  return row?.project ? { project: row.project } : {};
}
