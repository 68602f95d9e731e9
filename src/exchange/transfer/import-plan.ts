import type { CreateDependencyDto } from '../../flags/feature/dependency/dependency.dto.js';
import type { FeatureLinkDto } from '../../flags/feature/link/link.dto.js';
import type { PayloadSchemaDto } from '../../flags/feature/payload-schema/payload-schema.dto.js';
import type { CreateStrategyDto } from '../../flags/feature/strategy/strategy.dto.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import type { TagDto } from '../../flags/tag/tag.dto.js';
import type {
  ImportedFeatureDto,
  ImportedFeatureEnvironmentDto,
  ImportedTagDto,
  ImportFileDto,
} from './import.dto.js';
import type { ImportSurvey } from './import-survey.js';
import type { DependencyResponse } from '../../flags/feature/feature.response.js';

/** A feature with everything the file contains for it. Segment ids are those of this instance. */
export interface PlannedFeature extends ImportedFeatureDto {
  /** Whether it does not exist yet. */
  isNew: boolean;
  strategies: CreateStrategyDto[];
  /** Its state in the environment, if the file contains one. */
  place: ImportedFeatureEnvironmentDto | undefined;
  /** Its tags, if the file contains any. */
  tags: TagDto[] | undefined;
  /** Its links, if the file contains any for it. */
  links: FeatureLinkDto[] | undefined;
  /** The schema of its payloads, if the file contains one for it. */
  schema: PayloadSchemaDto | undefined;
  /** Its parent, if the file names one. */
  parent: CreateDependencyDto | undefined;
}

/**
 * Plans an import, in order of feature names, so that concurrent imports cannot deadlock. Features
 * that are archived here or in the file are skipped.
 */
export async function planOf(data: ImportFileDto, survey: ImportSurvey): Promise<PlannedFeature[]> {
  const slice = new TimeSlice();
  const present = new Map(survey.features.map((feature) => [feature.name, feature]));
  const segments = segmentsHere(data, survey);
  const strategies = await groupedIn(
    slice,
    data.featureStrategies,
    (strategy) => strategy.featureName,
  );
  const places = await groupedIn(slice, data.featureEnvironments ?? [], nameOf);
  const tags = await groupedIn(slice, data.featureTags ?? [], (tag) => tag.featureName);
  const links = await groupedIn(slice, data.links ?? [], ({ feature }) => feature);
  const schemas = await groupedIn(slice, data.payloadSchemas ?? [], ({ feature }) => feature);
  const { parentOf } = await parentsIn(data, survey);
  const features = data.features
    .filter((feature) => !feature.archived && !present.get(feature.name)?.archived)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return slice.map(features, (feature) => ({
    ...feature,
    isNew: !present.has(feature.name),
    strategies: (strategies.get(feature.name) ?? []).map((one) => ({
      ...one,
      segments: (one.segments ?? []).map((id) => segments.get(id)!),
    })),
    place: places.get(feature.name)?.[0],
    tags: data.featureTags && (tags.get(feature.name) ?? []).map(tagOf),
    links: links.get(feature.name)?.flatMap((one) => one.links),
    schema: schemas.get(feature.name)?.[0],
    parent: parentOf.get(feature.name),
  }));
}

/** Like `grouped`, in slices of time. */
async function groupedIn<Item, Key>(
  slice: TimeSlice,
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): Promise<Map<Key, Item[]>> {
  const groups = new Map<Key, Item[]>();
  await slice.forEach(items, (item) => {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  });
  return groups;
}

/** The feature of an entry. */
export function nameOf({ featureName, name }: ImportedFeatureEnvironmentDto): string {
  return featureName ?? name;
}

/** A tag of the file; its type defaults to `simple`. */
export function tagOf({ tagType, type, tagValue }: ImportedTagDto): TagDto {
  return { type: tagType ?? type ?? 'simple', value: tagValue };
}

/** Maps segment ids of the file to ids of this instance. */
export function segmentsHere(data: ImportFileDto, survey: ImportSurvey): Map<number, number> {
  const here = new Map(survey.segments.map(({ id, name }) => [name, id]));
  return new Map(
    (data.segments ?? []).flatMap(({ id, name }) =>
      here.has(name) ? [[id, here.get(name)!] as const] : [],
    ),
  );
}

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
