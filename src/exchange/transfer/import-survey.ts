import type { Tx } from '../../core/event/tx.js';
import type { DependencyResponse } from '../../flags/feature/feature.response.js';
import type { FeatureNaming } from '../../flags/project/project.entity.js';
import type { ImportDto } from './import.dto.js';
import { SURVEY } from './import-survey.sql.js';

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
