import type { CreateDependencyDto } from '../feature/dependency/dependency.dto.js';
import type { CreateStrategyDto } from '../feature/strategy/strategy.dto.js';
import { TimeSlice } from '../sandbox/time-slice.js';
import type { TagDto } from '../tag/tag.dto.js';
import type {
  ImportedFeatureDto,
  ImportedFeatureEnvironmentDto,
  ImportFileDto,
  ImportedTagDto,
} from './import.dto.js';
import { parentsIn } from './import-dependencies.js';
import type { ImportSurvey } from './import-survey.js';

/**
 * A feature with all that the file says of it. The segments of its strategies are those here, no
 * longer those of the file.
 */
export interface PlannedFeature extends ImportedFeatureDto {
  /** Whether there is none of this name yet. */
  isNew: boolean;
  strategies: CreateStrategyDto[];
  /** How it is to stand in the environment, if the file says so. */
  place: ImportedFeatureEnvironmentDto | undefined;
  /** The tags that it is to carry, if the file says so. */
  tags: TagDto[] | undefined;
  /** The feature that it is to depend on, if the file names one. */
  parent: CreateDependencyDto | undefined;
}

/**
 * What an import does, feature by feature, in the order of their names: so two imports at once wait
 * for each other instead of blocking each other. Features that are archived here, or were there,
 * are passed over.
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
    parent: parentOf.get(feature.name),
  }));
}

/** As `grouped`, a slice of time at a time. */
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

/** The feature that an entry is about. */
export function nameOf({ featureName, name }: ImportedFeatureEnvironmentDto): string {
  return featureName ?? name;
}

/** A tag of the file as it is here; `simple` when its type is not told. */
export function tagOf({ tagType, type, tagValue }: ImportedTagDto): TagDto {
  return { type: tagType ?? type ?? 'simple', value: tagValue };
}

/** Ids of segments here by their ids in the file. */
export function segmentsHere(data: ImportFileDto, survey: ImportSurvey): Map<number, number> {
  const here = new Map(survey.segments.map(({ id, name }) => [name, id]));
  return new Map(
    (data.segments ?? []).flatMap(({ id, name }) =>
      here.has(name) ? [[id, here.get(name)!] as const] : [],
    ),
  );
}
