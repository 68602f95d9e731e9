import type { CreateDependencyDto } from '../../flags/feature/dependency/dependency.dto.js';
import type { DependencyResponse } from '../../flags/feature/feature.response.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import type { ImportFileDto } from './import.dto.js';
import type { ImportSurvey } from './import-survey.js';

/** The parents of the features in a file. */
export interface ImportedParents {
  /** The parent of each feature. */
  parentOf: Map<string, CreateDependencyDto>;
  /**
   * Features with several parents in the file and the same parents here, from earlier versions that
   * allowed several. They keep them.
   */
  kept: Set<string>;
  /** Features that would get several parents, which is refused. */
  refused: Set<string>;
}

/** Reads the parents of a file. Of two entries for the same parent, the last one counts. */
export async function parentsIn(
  { dependencies = [] }: ImportFileDto,
  survey: ImportSurvey,
): Promise<ImportedParents> {
  const slice = new TimeSlice();
  const parents = new Map<string, Map<string, CreateDependencyDto>>();
  await slice.forEach(dependencies, (entry) => {
    const known = parents.get(entry.feature) ?? new Map<string, CreateDependencyDto>();
    parents.set(entry.feature, known);
    for (const parent of entry.dependencies) known.set(parent.feature, parent);
  });
  const here = new Map(survey.features.map((feature) => [feature.name, feature.parents]));
  const found: ImportedParents = { parentOf: new Map(), kept: new Set(), refused: new Set() };
  await slice.forEach([...parents], ([feature, known]) => {
    const wanted = [...known.values()];
    if (wanted.length === 1) found.parentOf.set(feature, wanted[0]!);
    if (wanted.length < 2) return;
    const isKept = areSame(wanted, here.get(feature) ?? []);
    (isKept ? found.kept : found.refused).add(feature);
  });
  return found;
}

function areSame(
  wanted: readonly CreateDependencyDto[],
  here: readonly DependencyResponse[],
): boolean {
  const comparable = ({ feature, enabled = true, variants = [] }: CreateDependencyDto): string =>
    JSON.stringify([feature, enabled, enabled ? variants : []]);
  const present = new Set(here.map(comparable));
  return wanted.length === present.size && wanted.every((one) => present.has(comparable(one)));
}
