import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { BadDataError, NotFoundError } from '../../platform/errors/general.errors.js';
import type { Json } from '../../platform/http/json.js';
import type { ExportQueryDto, ExportResponse } from './export.dto.js';
import { EXPORT, PRIVATE_PLACES } from './export.sql.js';

/** An export with its file name. */
interface ExportFile {
  name: string;
  text: Json<ExportResponse>;
}

/** Exports features for import elsewhere. */
@Injectable()
export class FeatureExportService {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Exports visible live features of one environment, and records the export.
   * @throws BadDataError when no selection is given.
   * @throws NotFoundError when environment or project does not exist.
   */
  async export(query: ExportQueryDto, caller: Caller): Promise<ExportFile> {
    const { environment, features, tag, project } = query;
    if (features === undefined && tag === undefined && project === undefined) {
      throw new BadDataError('Select the features to export with "features", "tag" or "project".');
    }
    const text = await this.unitOfWork.run(caller, async (tx) => {
      const values = [
        environment,
        features ?? null,
        tag ?? null,
        project ?? null,
        caller.hiddenProjects,
      ] as const;
      const [found] = await tx.query(EXPORT, values);
      if (!found!.environmentExists)
        throw new NotFoundError(`There is no environment "${environment}".`);
      if (!found!.projectExists) throw new NotFoundError(`There is no project "${project}".`);
      // The event names no environment, because nothing changes there. The reference includes the
      // user in the data; the address is omitted, because only readers of the whole log may see it.
      const auditUser = { id: caller.userId, username: caller.name };
      await tx.record({
        type: 'features-exported',
        ...(await placeOf(tag, tx)),
        data: { environment, features, tag, project, auditUser },
      });
      return found!.export;
    });
    return {
      name: `export-${environment}-${new Date().toISOString().replaceAll(':', '-')}.json`,
      text,
    };
  }
}

async function placeOf(tag: string | undefined, tx: Tx): Promise<{ project?: string }> {
  if (tag === undefined) return {};
  const [row] = await tx.query(PRIVATE_PLACES, [tag]);
  return row?.project ? { project: row.project } : {};
}
