import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller/caller.js';
import {
  Database,
  type PlainStatement as Statement,
  type Reader,
} from '../../database/database.js';
import { NotFoundError } from '../../errors/general.errors.js';
import type { Json } from '../../http/json.js';
import type { ArchivedFeaturesResponse, ArchiveValidationResponse } from './archive.response.js';

/** Archived features of a project or, with null, of all, without those of hidden projects. */
const LIST: Statement = {
  name: 'archive-list',
  text: /* sql */ `
    SELECT json_build_object('version', 2, 'features', COALESCE(json_agg(json_build_object(
             'name', f.name, 'description', f.description, 'type', f.type, 'project', f.project, 'stale', f.stale,
             'createdAt', iso8601(f.created_at), 'impressionData', f.impression_data,
             'lastSeenAt', (SELECT iso8601(max(u.last_seen_at)) FROM feature_environment_usage u WHERE u.feature_name = f.name),
             'archivedAt', iso8601(f.archived_at), 'environments', json_build_array()) ORDER BY f.name), '[]'))::text AS list
      FROM feature f WHERE f.archived_at IS NOT NULL AND ($1::text IS NULL OR f.project = $1) AND f.project <> ALL ($2::text[])`,
};

/** What archiving these features of a project would affect. Other names are ignored. */
const VALIDATE: Statement = {
  name: 'archive-validate',
  text: /* sql */ `
    WITH wanted AS (SELECT f.name FROM feature f WHERE f.project = $1 AND f.name = ANY($2) AND f.archived_at IS NULL)
    SELECT json_build_object(
             'parentsWithChildFeatures', (
               SELECT COALESCE(json_agg(w.name ORDER BY w.name), '[]') FROM wanted w
                WHERE EXISTS (SELECT FROM feature_dependency d WHERE d.parent = w.name AND d.child NOT IN (SELECT name FROM wanted))),
             'hasDeletedDependencies', EXISTS (SELECT FROM feature_dependency d JOIN wanted w ON w.name IN (d.child, d.parent)))::text AS verdict
      FROM project p WHERE p.id = $1`,
};

/** Reads archived features, and previews archiving. */
@Injectable()
export class ArchiveReadModel {
  constructor(private readonly database: Database) {}

  /**
   * The archived features of a project, or of all visible projects; empty for an unknown project
   * (reference behaviour).
   */
  async list(
    projectId: string | null,
    { hiddenProjects }: Caller,
    reader: Reader,
  ): Promise<Json<ArchivedFeaturesResponse>> {
    const [row] = await this.database.runFor<{ list: string }>(reader, LIST, [
      projectId,
      hiddenProjects,
    ]);
    return row!.list;
  }

  /**
   * Previews archiving several features together: what prevents it, and what it would remove.
   * @throws NotFoundError when there is no such project.
   */
  async validate(
    projectId: string,
    featureNames: readonly string[],
  ): Promise<Json<ArchiveValidationResponse>> {
    const [row] = await this.database.run<{ verdict: string }>(VALIDATE, [projectId, featureNames]);
    if (!row) throw new NotFoundError(`There is no project "${projectId}".`);
    return row.verdict;
  }
}
