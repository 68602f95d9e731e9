import type { Tx } from '../event/tx.js';
import { DEPENDENCY_JSON } from '../feature/dependency.sql.js';
import type { DependencyResponse } from '../feature/feature.response.js';
import type { FeatureNaming } from '../project/project.entity.js';
import type { ImportDto } from './import.dto.js';

/** What there is already, as far as it matters to an import. */
export interface ImportSurvey {
  /** Null when there is no such live project. */
  project: {
    featureLimit: number | null;
    featureNaming: FeatureNaming | null;
    liveFeatures: number;
    hasEnvironment: boolean;
  } | null;
  environmentExists: boolean;
  /**
   * Features that the file names, as features or as parents. `here`: of the project.
   * `hasStrategies`: in the environment.
   */
  features: {
    name: string;
    here: boolean;
    archived: boolean;
    hasStrategies: boolean;
    parents: DependencyResponse[];
  }[];
  featureTypes: string[];
  definitions: { name: string; builtIn: boolean }[];
  /** Segments that the file names. `usable`: by strategies of the project. */
  segments: { id: number; name: string; usable: boolean }[];
  contextFields: { name: string; legalValues: string[] }[];
  tagTypes: string[];
}

const list = (item: string, from: string): string =>
  `(SELECT COALESCE(json_agg(${item}), '[]') FROM ${from})`;

/**
 * $1 project, $2 environment, $3 names of features, $4 names of segments, $5 projects that are as
 * good as none.
 */
const SURVEY = /* sql */ `
  SELECT json_build_object(
    'project', (SELECT json_build_object('featureLimit', p.feature_limit, 'featureNaming', p.feature_naming,
                  'liveFeatures', (SELECT count(*) FROM feature f WHERE f.project = p.id AND f.archived_at IS NULL),
                  'hasEnvironment', EXISTS (SELECT FROM project_environment pe WHERE pe.project = p.id AND pe.environment = $2))
                  FROM project p WHERE p.id = $1 AND p.archived_at IS NULL AND p.id <> ALL ($5::text[])),
    'environmentExists', EXISTS (SELECT FROM environment WHERE name = $2),
    'features', ${list(
      `json_build_object('name', f.name, 'here', f.project = $1, 'archived', f.archived_at IS NOT NULL, 'hasStrategies', COALESCE(fe.strategy_count, 0) > 0,
        'parents', ${list(DEPENDENCY_JSON, 'feature_dependency d WHERE d.child = f.name')})`,
      'feature f LEFT JOIN feature_environment fe ON fe.feature_name = f.name AND fe.environment = $2 WHERE f.name = ANY ($3)',
    )},
    'featureTypes', ${list('t.id', 'feature_type t')},
    'definitions', ${list(`json_build_object('name', d.name, 'builtIn', d.built_in)`, 'strategy_definition d')},
    'segments', ${list(`json_build_object('id', s.id, 'name', s.name, 'usable', COALESCE(s.project = $1, true))`, 'segment s WHERE s.name = ANY ($4) AND COALESCE(s.project <> ALL ($5::text[]), true)')},
    'contextFields', ${list(
      `json_build_object('name', c.name, 'legalValues', ${list(`l ->> 'value'`, 'jsonb_array_elements(c.legal_values) l')})`,
      'context_field c',
    )},
    'tagTypes', ${list('t.name', 'tag_type t')}
  ) AS survey`;

/** Looks at what there is and the actor may know of, in one statement. */
export async function takeSurvey(
  { project, environment, data }: ImportDto,
  tx: Tx,
): Promise<ImportSurvey> {
  const parents = (data.dependencies ?? []).flatMap((one) =>
    one.dependencies.map((parent) => parent.feature),
  );
  const features = new Set([...data.features.map((feature) => feature.name), ...parents]);
  const segments = (data.segments ?? []).map((segment) => segment.name);
  const [row] = await tx.query<{ survey: ImportSurvey }>(SURVEY, [
    project,
    environment,
    [...features],
    segments,
    tx.actor.hiddenProjects ?? [],
  ]);
  return row!.survey;
}
