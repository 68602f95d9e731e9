import { placeFor } from '../auth/access.guard.js';
import type { Caller } from '../auth/caller/caller.js';
import type { Permission } from '../http/permission.js';
import { TimeSlice } from '../sandbox/time-slice.js';
import type { ImportDto, ImportFileDto } from './import.dto.js';
import { type ImportedParents, parentsIn } from './import-dependencies.js';
import { nameOf, segmentsHere, tagOf } from './import-plan.js';
import type { ImportCheckResponse, ImportFindingResponse } from './import.response.js';
import type { ImportSurvey } from './import-survey.js';

/**
 * Compares what is to be imported with what there is. `unfollowing`: the {@link newNames} that do
 * not follow the naming pattern of the project.
 */
export async function checkOf(
  dto: ImportDto,
  survey: ImportSurvey,
  caller: Caller,
  unfollowing: string[],
): Promise<ImportCheckResponse> {
  const slice = new TimeSlice();
  const strategies = await contentOfStrategies(dto.data, slice);
  const faults = [...faultsOfPlace(dto, survey), ...faultsOfStrategies(dto, strategies, survey)];
  await slice.rest();
  const parents = await parentsIn(dto.data, survey);
  const errors = [
    ...faults,
    ...faultsOfFeatures(dto, survey, unfollowing),
    ...faultsOfParents(parents),
  ];
  await slice.rest();
  const permissions = finding(
    'You lack these permissions, which the import needs.',
    missingPermissions(dto, survey, caller),
  );
  await slice.rest();
  return {
    errors,
    warnings: [...warningsOf(dto, strategies, survey), ...warningsOfParents(parents)],
    permissions,
  };
}

/** What the strategies of a file name, each name once. */
interface StrategyContents {
  definitions: ReadonlySet<string>;
  contextFields: ReadonlySet<string>;
  segments: ReadonlySet<number>;
  features: ReadonlySet<string>;
}

async function contentOfStrategies(
  { featureStrategies }: ImportFileDto,
  slice: TimeSlice,
): Promise<StrategyContents> {
  const [definitions, contextFields, segments, features] = [
    new Set<string>(),
    new Set<string>(),
    new Set<number>(),
    new Set<string>(),
  ];
  await slice.forEach(featureStrategies, (strategy) => {
    definitions.add(strategy.name);
    for (const { contextName } of strategy.constraints ?? []) contextFields.add(contextName);
    for (const id of strategy.segments ?? []) segments.add(id);
    if (strategy.featureName !== undefined) features.add(strategy.featureName);
  });
  return { definitions, contextFields, segments, features };
}

/** How many things one finding names. */
const MOST_AFFECTED = 1_000;

/** A finding, unless it is about nothing. Each item counts once. */
function finding(message: string, items: Iterable<string>): ImportFindingResponse[] {
  const affectedItems = [...new Set(items)].slice(0, MOST_AFFECTED);
  return affectedItems.length > 0 ? [{ message, affectedItems }] : [];
}

function faultsOfPlace(
  { project, environment }: ImportDto,
  survey: ImportSurvey,
): ImportFindingResponse[] {
  if (!survey.project)
    return finding('There is no such project, or it is archived. Create or revive it first.', [
      project,
    ]);
  if (!survey.environmentExists)
    return finding('There is no such environment. Create it first.', [environment]);
  if (!survey.project.hasEnvironment)
    return finding(
      `The project "${project}" has no such environment. Add it to the project first.`,
      [environment],
    );
  return [];
}

function faultsOfStrategies(
  { data }: ImportDto,
  strategies: StrategyContents,
  survey: ImportSurvey,
): ImportFindingResponse[] {
  const definitions = new Set(survey.definitions.map((definition) => definition.name));
  const fields = new Map(
    survey.contextFields.map((field) => [field.name, new Set(field.legalValues)]),
  );
  const isKnown = new Set([
    ...fields.keys(),
    ...(data.contextFields ?? []).map((field) => field.name),
  ]);
  const differing = (data.contextFields ?? []).filter(({ name, legalValues = [] }) => {
    const legal = fields.get(name);
    return legal && legalValues.some((one) => !legal.has(one.value));
  });
  const segments = segmentsHere(data, survey);
  const listed = new Set((data.segments ?? []).map((segment) => segment.id));
  return [
    ...finding(
      'There are no strategies of these names. Create them first.',
      [...strategies.definitions].filter((name) => !definitions.has(name)),
    ),
    ...finding(
      'These context fields exist, and lack legal values that they have in the file. Add these first.',
      differing.map((field) => field.name),
    ),
    ...finding(
      'There are no context fields of these names, neither here nor in the file. Create them first.',
      [...strategies.contextFields].filter((name) => !isKnown.has(name)),
    ),
    ...finding(
      'There are no segments of these names. Create them first.',
      (data.segments ?? []).filter(({ id }) => !segments.has(id)).map((segment) => segment.name),
    ),
    ...finding(
      'The file does not tell which segments these ids are of.',
      [...strategies.segments].filter((id) => !listed.has(id)).map((id) => String(id)),
    ),
    ...finding(
      'These segments are for the features of another project only.',
      survey.segments.filter((segment) => !segment.usable).map((segment) => segment.name),
    ),
  ];
}

/** Names of the features that an import would create. */
export function newNames(data: ImportFileDto, survey: ImportSurvey): string[] {
  const present = new Set(survey.features.map((feature) => feature.name));
  return [
    ...new Set(data.features.filter((feature) => !feature.archived).map((feature) => feature.name)),
  ].filter((name) => !present.has(name));
}

function faultsOfFeatures(
  { project, data }: ImportDto,
  survey: ImportSurvey,
  unfollowing: string[],
): ImportFindingResponse[] {
  const names = data.features.map((feature) => feature.name);
  const present = new Map(survey.features.map((feature) => [feature.name, feature]));
  const types = new Set(survey.featureTypes);
  const tagTypes = new Set([...survey.tagTypes, ...data.tagTypes.map((type) => type.name)]);
  const inFile = new Set(names);
  const inArchive = new Set(
    data.features.filter((feature) => feature.archived).map((feature) => feature.name),
  );
  const parents = (data.dependencies ?? []).flatMap((one) =>
    one.dependencies.map((parent) => parent.feature),
  );
  const isParent = (name: string): boolean => {
    const feature = present.get(name);
    return feature ? feature.here && !feature.archived : inFile.has(name) && !inArchive.has(name);
  };
  const fresh = newNames(data, survey);
  return [
    ...finding(
      'There are no feature types with these ids.',
      data.features.flatMap(({ type }) => (type === undefined || types.has(type) ? [] : [type])),
    ),
    ...finding(
      'There are no tag types of these names, neither here nor in the file. Create them first.',
      (data.featureTags ?? []).map((tag) => tagOf(tag).type).filter((type) => !tagTypes.has(type)),
    ),
    ...finding('The file has these features more than once.', repeated(names)),
    ...finding(
      'Features of these names belong to another project. Names are unique over all projects.',
      names.filter((name) => present.get(name)?.here === false),
    ),
    ...finding(
      'Features of the file depend on these, which are no live features of the project nor in the file.',
      parents.filter((name) => !isParent(name)),
    ),
    ...faultsOfNaming(unfollowing, survey),
    ...faultsOfLimit(project, fresh.length, survey),
  ];
}

function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.has(name) || !seen.add(name));
}

function faultsOfNaming(unfollowing: string[], { project }: ImportSurvey): ImportFindingResponse[] {
  const naming = project?.featureNaming ?? null;
  return finding(
    `These names do not follow the naming pattern of the project, ^${naming?.pattern}$.`,
    unfollowing,
  );
}

function faultsOfLimit(
  id: string,
  more: number,
  { project }: ImportSurvey,
): ImportFindingResponse[] {
  if (
    !project ||
    project.featureLimit === null ||
    project.liveFeatures + more <= project.featureLimit
  )
    return [];
  const message = `The project "${id}" has ${project.liveFeatures} features and may have ${project.featureLimit}: there is no room for ${more} more.`;
  return more > 0 ? [{ message, affectedItems: [] }] : [];
}

function warningsOf(
  { data }: ImportDto,
  strategies: StrategyContents,
  survey: ImportSurvey,
): ImportFindingResponse[] {
  const inFile = new Set(data.features.map((feature) => feature.name));
  const here = survey.features.filter((feature) => feature.here && inFile.has(feature.name));
  const custom = new Set(
    survey.definitions
      .filter((definition) => !definition.builtIn)
      .map((definition) => definition.name),
  );
  const owners = [
    ...strategies.features,
    ...(data.featureEnvironments ?? []).map(nameOf),
    ...(data.featureTags ?? []).map((tag) => tag.featureName),
    ...(data.dependencies ?? []).map((one) => one.feature),
  ];
  const places = data.featureEnvironments ?? [];
  const on = places.every((place) => place.enabled) ? places.map(nameOf) : [];
  return [
    ...finding(
      // What a file of the reference says of a feature is whether its environment was on (a fault
      // of its export), and nothing in the file tells it apart.
      'The file says of every feature that it is on, as files of Unleash 6.6 always do: the import turns these features on, be it that they were off.',
      on.filter((name) => inFile.has(name)),
    ),
    ...finding(
      'These features are archived, and are not imported. Revive them first.',
      here.filter((feature) => feature.archived).map((feature) => feature.name),
    ),
    ...finding(
      'These features were archived where the file comes from, and are not imported.',
      data.features.filter((feature) => feature.archived).map((feature) => feature.name),
    ),
    ...finding(
      'These features exist, and are changed to what the file says.',
      here.filter((feature) => !feature.archived).map((feature) => feature.name),
    ),
    ...finding(
      'These strategies are custom ones: make sure that they mean the same here as where the file comes from.',
      [...strategies.definitions].filter((name) => custom.has(name)),
    ),
    ...finding(
      'The file says something of these features without listing them, which is not imported.',
      owners.filter((name) => !inFile.has(name)),
    ),
  ];
}

function faultsOfParents({ refused }: ImportedParents): ImportFindingResponse[] {
  return finding(
    'The file has several parents for these features, and a feature has one. Leave one for each.',
    refused,
  );
}

function warningsOfParents({ kept }: ImportedParents): ImportFindingResponse[] {
  return finding(
    'These features depend on several parents, here as in the file, and keep them. ' +
      'A feature has one parent now: setting its dependency anew leaves that one.',
    kept,
  );
}

/** What the caller would need for the parts of the import, and does not have. */
function missingPermissions(
  { project, environment, data }: ImportDto,
  survey: ImportSurvey,
  caller: Caller,
): Permission[] {
  const inFile = new Set(data.features.map((feature) => feature.name));
  const present = survey.features.filter((feature) => inFile.has(feature.name));
  const known = {
    tagTypes: new Set(survey.tagTypes),
    fields: new Set(survey.contextFields.map((field) => field.name)),
  };
  const places = data.featureEnvironments ?? [];
  const needed: [Permission, boolean][] = [
    ['UPDATE_FEATURE', true],
    ['CREATE_FEATURE', present.length < inFile.size],
    ['UPDATE_FEATURE_ENVIRONMENT', places.length > 0],
    [
      'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
      places.some((place) => (place.variants ?? []).length > 0),
    ],
    ['UPDATE_FEATURE_DEPENDENCY', (data.dependencies ?? []).length > 0],
    ['CREATE_FEATURE_STRATEGY', data.featureStrategies.length > 0],
    ['DELETE_FEATURE_STRATEGY', present.some((feature) => feature.hasStrategies)],
    ['CREATE_TAG_TYPE', data.tagTypes.some((type) => !known.tagTypes.has(type.name))],
    [
      'CREATE_CONTEXT_FIELD',
      (data.contextFields ?? []).some((field) => !known.fields.has(field.name)),
    ],
  ];
  const place = placeFor(caller, { project, environment });
  return needed.flatMap(([permission, isNeeded]) =>
    isNeeded && !caller.may(permission, place) ? [permission] : [],
  );
}
