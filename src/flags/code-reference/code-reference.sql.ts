import { statement } from '../../platform/database/statement.js';
import type {
  CodeRepositoryResponse,
  ObsoleteReferenceResponse,
  ScannedRepositoryResponse,
} from './code-reference.dto.js';

export const FIND_REPOSITORY = statement<[project: string, name: string], { id: number }>(
  'code-reference.find-repository',
  'SELECT id FROM code_repository WHERE project = $1 AND name = $2',
);

export const COUNT_REPOSITORIES = statement<[project: string], { count: number }>(
  'code-reference.count-repositories',
  'SELECT count(*)::int AS count FROM code_repository WHERE project = $1',
);

/**
 * Adds a repository, or notes that it was scanned again; of concurrent scans, one by one.
 * `isOther`: the address of its lines changed, or whether it is complete.
 */
export const PUT_REPOSITORY = statement<
  [
    project: string,
    name: string,
    revision: string | null,
    urlTemplate: string | null,
    complete: boolean,
  ],
  { id: number; isOther: boolean }
>(
  'code-reference.put-repository',
  /* sql */ `
    WITH before AS MATERIALIZED (
      SELECT r.url_template, r.complete FROM code_repository r
       WHERE r.project = $1 AND r.name = $2
    )
    INSERT INTO code_repository (project, name, revision, url_template, complete)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT ON CONSTRAINT code_repository_name_key DO UPDATE
      SET revision = excluded.revision, url_template = excluded.url_template,
          complete = excluded.complete, scanned_at = now()
    RETURNING id, EXISTS (SELECT FROM before b
      WHERE (b.url_template, b.complete) IS DISTINCT FROM ($4, $5)) AS "isOther"`,
);

/** Replaces the references of a repository, whose row is locked. */
export const REPLACE_REFERENCES = statement<
  [repositoryId: number, references: string],
  { added: number; removed: number; referenceCount: number; featureCount: number }
>(
  'code-reference.replace-references',
  /* sql */ `
    WITH wanted AS MATERIALIZED (
      SELECT DISTINCT w.feature, w.file, w.line
        FROM jsonb_to_recordset($2) AS w(feature text, file text, line integer)
    ), removed AS (
      DELETE FROM code_reference c WHERE c.repository_id = $1
         AND NOT EXISTS (SELECT FROM wanted w
           WHERE w.feature = c.feature_name AND w.file = c.file AND w.line = c.line)
      RETURNING 1
    ), added AS (
      INSERT INTO code_reference (repository_id, feature_name, file, line)
      SELECT $1, w.feature, w.file, w.line FROM wanted w ORDER BY 2, 3, 4
      ON CONFLICT ON CONSTRAINT code_reference_pkey DO NOTHING RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM added) AS added,
           (SELECT count(*)::int FROM removed) AS removed,
           (SELECT count(*)::int FROM wanted) AS "referenceCount",
           (SELECT count(DISTINCT w.feature)::int FROM wanted w) AS "featureCount"`,
);

/** Deletes a repository of a project with its references. */
export const DELETE_REPOSITORY = statement<
  [project: string, id: number],
  { name: string; revision: string | null }
>(
  'code-reference.delete-repository',
  'DELETE FROM code_repository WHERE project = $1 AND id = $2 RETURNING name, revision',
);

const REPOSITORY = /* sql */ `'id', r.id, 'name', r.name, 'revision', r.revision,
  'complete', r.complete, 'scannedAt', iso8601(r.scanned_at)`;

/** A repository with its counts. */
export const READ_REPOSITORY = statement<[id: number], { repository: CodeRepositoryResponse }>(
  'code-reference.read-repository',
  /* sql */ `
    SELECT jsonb_build_object(${REPOSITORY}) AS repository FROM code_repository r WHERE r.id = $1`,
);

/** A place in code with what its address is made of. */
export interface StoredPlace {
  file: string;
  line: number;
  revision: string | null;
  urlTemplate: string | null;
}

/** What is known of a project; `total` of what is listed. */
interface ProjectReferences {
  repositories: ScannedRepositoryResponse[];
  unreferencedTotal: number;
  unreferenced: string[];
  obsoleteTotal: number;
  obsolete: (Omit<ObsoleteReferenceResponse, 'url'> & StoredPlace)[];
}

/** All that is known of a project; no row if there is no such project. */
export const READ_PROJECT = statement<
  [project: string, limit: number],
  { answer: ProjectReferences }
>(
  'code-reference.read-project',
  /* sql */ `
    WITH repository AS MATERIALIZED (
      SELECT r.* FROM code_repository r WHERE r.project = $1
    ), counted AS MATERIALIZED (
      SELECT c.repository_id, c.feature_name, count(*) AS places FROM code_reference c
       WHERE c.repository_id IN (SELECT id FROM repository) GROUP BY 1, 2
    ), used AS MATERIALIZED (
      SELECT DISTINCT feature_name AS name FROM counted
    ), own AS MATERIALIZED (
      SELECT f.name, f.archived_at IS NOT NULL AS is_archived FROM feature f WHERE f.project = $1
    ), unused AS MATERIALIZED (
      SELECT f.name FROM own f
       WHERE NOT f.is_archived AND EXISTS (SELECT FROM repository)
         AND NOT EXISTS (SELECT FROM used u WHERE u.name = f.name)
    ), obsolete AS MATERIALIZED (
      SELECT u.name, EXISTS (SELECT FROM own f WHERE f.name = u.name) AS is_archived FROM used u
       WHERE NOT EXISTS (SELECT FROM own f WHERE f.name = u.name AND NOT f.is_archived)
    ), outdated AS MATERIALIZED (
      SELECT o.name, o.is_archived, n.repository_id, n.places,
             sum(n.places) OVER (ORDER BY o.name, n.repository_id) - n.places AS places_before
        FROM obsolete o JOIN counted n ON n.feature_name = o.name
    ), place AS MATERIALIZED (
      SELECT o.name, o.is_archived, o.repository_id, c.file, c.line
        FROM outdated o CROSS JOIN LATERAL (SELECT c.file, c.line FROM code_reference c
          WHERE c.repository_id = o.repository_id AND c.feature_name = o.name OFFSET 0) c
       WHERE o.places_before < $2 ORDER BY 1, 3, 4, 5 LIMIT $2
    )
    SELECT json_build_object(
      'repositories', (SELECT COALESCE(json_agg(jsonb_build_object(${REPOSITORY},
          'referenceCount', n.places, 'featureCount', n.features) ORDER BY r.name), '[]')
        FROM repository r CROSS JOIN LATERAL (
          SELECT COALESCE(sum(c.places), 0) AS places, count(*) AS features
            FROM counted c WHERE c.repository_id = r.id) n),
      'unreferencedTotal', (SELECT count(*) FROM unused),
      'unreferenced', (SELECT COALESCE(json_agg(u.name ORDER BY u.name), '[]')
        FROM (SELECT name FROM unused ORDER BY name LIMIT $2) u),
      'obsoleteTotal', (SELECT COALESCE(sum(o.places), 0) FROM outdated o),
      'obsolete', (SELECT COALESCE(json_agg(json_build_object('feature', p.name,
          'reason', CASE WHEN p.is_archived THEN 'archived' ELSE 'unknown' END,
          'repository', r.name, 'file', p.file, 'line', p.line, 'revision', r.revision,
          'urlTemplate', r.url_template) ORDER BY p.name, r.name, p.file, p.line), '[]')
        FROM place p JOIN repository r ON r.id = p.repository_id)) AS answer
      FROM project WHERE id = $1`,
);

/** What is known of a feature. */
interface FeatureReferences {
  total: number;
  repositories: (CodeRepositoryResponse & { places: StoredPlace[] })[];
}

/** Where code names a feature of a project, live or archived; no row if there is none. */
export const READ_FEATURE = statement<
  [project: string, feature: string, limit: number],
  { answer: FeatureReferences }
>(
  'code-reference.read-feature',
  /* sql */ `
    WITH place AS MATERIALIZED (
      SELECT r.id, c.file, c.line FROM code_repository r CROSS JOIN LATERAL (
        SELECT c.file, c.line FROM code_reference c
         WHERE c.repository_id = r.id AND c.feature_name = $2 OFFSET 0) c
       WHERE r.project = $1
    ), listed AS MATERIALIZED (
      SELECT * FROM place ORDER BY id, file, line LIMIT $3
    )
    SELECT json_build_object('total', (SELECT count(*) FROM place), 'repositories', (
      SELECT COALESCE(json_agg(jsonb_build_object(${REPOSITORY}, 'places', (
          SELECT COALESCE(jsonb_agg(jsonb_build_object('file', l.file, 'line', l.line,
              'revision', r.revision, 'urlTemplate', r.url_template) ORDER BY l.file, l.line), '[]')
            FROM listed l WHERE l.id = r.id)) ORDER BY r.name), '[]')
        FROM code_repository r WHERE r.project = $1)) AS answer
      FROM feature f WHERE f.name = $2 AND f.project = $1`,
);
