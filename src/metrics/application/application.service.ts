import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller/caller.js';
import { isHiddenApplication } from '../../auth/permissions/hidden.sql.js';
import type { Tx } from '../../event/tx.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import { NameExistsError } from '../../errors/general.errors.js';
import type { DescribeApplicationDto } from './application.dto.js';
import type { ApplicationPayload } from '../../event/event-payloads.js';

const SHOWN = `json_build_object('appName', a.app_name, 'description', a.description, 'strategies', a.strategies, 'url', a.url, 'color', a.color, 'icon', a.icon)`;
/**
 * Sees to it that there is the application, and holds it: to pass over one that is there would not
 * keep it from being forgotten.
 */
const CREATE = /* sql */ `
  INSERT INTO client_application AS a (app_name, created_by, is_reported) VALUES ($1, $2, false)
  ON CONFLICT ON CONSTRAINT client_application_pkey DO UPDATE SET app_name = a.app_name RETURNING xmax = 0 AS created, ${SHOWN} AS shown`;
/** $1 name, $2 what is to be so, as JSON; what is not in it stays. */
const DESCRIBE = /* sql */ `
  UPDATE client_application a SET
    strategies = CASE WHEN $2::jsonb ? 'strategies' THEN ARRAY(SELECT jsonb_array_elements_text($2::jsonb -> 'strategies')) ELSE a.strategies END,
    ${['description', 'url', 'color', 'icon'].map((name) => `${name} = CASE WHEN $2::jsonb ? '${name}' THEN $2::jsonb ->> '${name}' ELSE a.${name} END`).join(', ')}
   WHERE a.app_name = $1
  RETURNING ${SHOWN} AS shown`;
const TOUCH = 'UPDATE client_application SET updated_at = now() WHERE app_name = $1';
const DELETE = `DELETE FROM client_application a WHERE a.app_name = $1 RETURNING ${SHOWN} AS shown`;

/** A row where the application $1 is known of the projects $2 alone. */
const IS_HIDDEN = `SELECT WHERE ${isHiddenApplication('$1', '$2::text[]')}`;

/**
 * The private projects, separated by commas, of which alone the application $1 is known; to them
 * its events belong, so that they stay private when nothing else tells any more whose it was.
 */
const PRIVATE_PLACES = /* sql */ `
  SELECT string_agg(DISTINCT own.project, ',' ORDER BY own.project) AS project
    FROM client_application_usage own JOIN project p ON p.id = own.project AND p.mode = 'private'
   WHERE own.app_name = $1 AND ${isHiddenApplication('$1', "ARRAY(SELECT id FROM project WHERE mode = 'private')")}`;

/** What people say about applications. That applications run is told by themselves. */
@Injectable()
export class ApplicationService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Describes an application, and makes it known if it is not. What is so already changes nothing
   * and records nothing.
   * @throws NameExistsError when it belongs to projects that are hidden from the caller.
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

  /**
   * Forgets an application, if it is known to the caller. When it reports again, it is known again.
   */
  async forget(appName: string, caller: Caller): Promise<void> {
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
  const [row] = await tx.query<{ project: string | null }>(PRIVATE_PLACES, [appName]);
  return row?.project ? { project: row.project } : {};
}
