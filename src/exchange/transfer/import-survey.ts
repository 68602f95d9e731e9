import type { Tx } from '../../core/event/tx.js';
import type { DependencyResponse } from '../../flags/feature/feature.response.js';
import type { FeatureNaming } from '../../flags/project/project.entity.js';
import type { ImportDto } from './import.dto.js';
import { statement } from '../../platform/database/statement.js';
import { DEPENDENCY_JSON } from '../../flags/feature/dependency/dependency.sql.js';

const list = (item: string, from: string): string =>
  `(SELECT COALESCE(json_agg(${item}), '[]') FROM ${from})`;

const SURVEY = statement<
  [
    project: string,
    environment: string,
    features: readonly string[],
    segments: readonly string[],
    hiddenProjects: readonly string[],
    /** Names of context fields in the file. */
    contextFields: readonly string[],
  ],
  { survey: ImportSurvey }
>(
  'import-survey.survey',
  /* sql */ `
    SELECT json_build_object(
      'project', (SELECT json_build_object('featureLimit', p.feature_limit,
      'featureNaming', p.feature_naming,
                    'liveFeatures', (SELECT count(*) FROM feature f
                      WHERE f.project = p.id AND f.archived_at IS NULL),
                    'hasEnvironment', EXISTS (SELECT FROM project_environment pe
                      WHERE pe.project = p.id AND pe.environment = $2))
                    FROM project p WHERE p.id = $1 AND p.archived_at IS NULL
                      AND p.id <> ALL ($5::text[])),
      'environmentExists', EXISTS (SELECT FROM environment WHERE name = $2),
      'features', ${list(
        `json_build_object('name', f.name, 'here', f.project = $1,
          'archived', f.archived_at IS NOT NULL,
          'hasStrategies', COALESCE(fe.strategy_count, 0) > 0,
          'parents', ${list(DEPENDENCY_JSON, 'feature_dependency d WHERE d.child = f.name')})`,
        `feature f
           LEFT JOIN feature_environment fe ON fe.feature_name = f.name AND fe.environment = $2
          WHERE f.name = ANY ($3)`,
      )},
      'featureTypes', ${list('t.id', 'feature_type t')},
      'definitions', ${list(
        "json_build_object('name', d.name, 'builtIn', d.built_in)",
        'strategy_definition d',
      )},
      'segments', ${list(
        `json_build_object('id', s.id, 'name', s.name,
          'usable', COALESCE(s.project = $1, true))`,
        'segment s WHERE s.name = ANY ($4) AND COALESCE(s.project <> ALL ($5::text[]), true)',
      )},
      'contextFields', ${list(
        `json_build_object('name', c.name, 'usable', COALESCE(c.project = $1, true),
          'legalValues', ${list(`l ->> 'value'`, 'jsonb_array_elements(c.legal_values) l')})`,
        'context_field c WHERE COALESCE(c.project = $1, true) OR c.name = ANY ($6)',
      )},
      'tagTypes', ${list('t.name', 'tag_type t')}
    ) AS survey`,
);

/** The existing data that is relevant to an import. */
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
   * Features and parents named by the file. `here`: in the project. `hasStrategies`: in the
   * environment.
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
  /** Segments named by the file. `usable`: for strategies of the project. */
  segments: { id: number; name: string; usable: boolean }[];
  /** `usable`: for strategies of the project; the others are named by the file. */
  contextFields: { name: string; usable: boolean; legalValues: string[] }[];
  tagTypes: string[];
}

/** Reads the existing, visible data in one statement. */
export async function takeSurvey(
  { project, environment, data }: ImportDto,
  tx: Tx,
): Promise<ImportSurvey> {
  const parents = (data.dependencies ?? []).flatMap((one) =>
    one.dependencies.map((parent) => parent.feature),
  );
  const features = new Set([...data.features.map((feature) => feature.name), ...parents]);
  const segments = (data.segments ?? []).map((segment) => segment.name);
  const [row] = await tx.query(SURVEY, [
    project,
    environment,
    [...features],
    segments,
    tx.actor.hiddenProjects ?? [],
    (data.contextFields ?? []).map((field) => field.name),
  ]);
  return row!.survey;
}
