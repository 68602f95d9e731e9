import type { ImportDto, ImportFileDto, ImportFindingResponse } from './import.dto.js';
import { finding, type StrategyContents } from './import-finding.js';
import { type ImportedParents, segmentsHere, tagOf } from './import-plan.js';
import type { ImportSurvey } from './import-survey.js';

/** Problems of the target project and environment. */
export function faultsOfPlace(
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

/** Problems of the strategies: unknown definitions, context fields, segments and legal values. */
export function faultsOfStrategies(
  { data }: ImportDto,
  strategies: StrategyContents,
  survey: ImportSurvey,
): ImportFindingResponse[] {
  const definitions = new Set(survey.definitions.map((definition) => definition.name));
  const usable = survey.contextFields.filter((field) => field.usable);
  const fields = new Map(usable.map((field) => [field.name, new Set(field.legalValues)]));
  const isKnown = new Set([
    ...fields.keys(),
    ...(data.contextFields ?? []).map((field) => field.name),
  ]);
  return [
    ...finding(
      'There are no strategy definitions with these names. Create them first.',
      [...strategies.definitions].filter((name) => !definitions.has(name)),
    ),
    ...finding(
      'These context fields lack legal values that are in the file. Add these values first.',
      fieldsLackingValues(data, fields),
    ),
    ...faultsOfTakenFields(survey),
    ...finding(
      'There are no context fields with these names here or in the file. Create them first.',
      [...strategies.contextFields].filter((name) => !isKnown.has(name)),
    ),
    ...faultsOfSegments(data, strategies, survey),
  ];
}

function faultsOfTakenFields({ contextFields }: ImportSurvey): ImportFindingResponse[] {
  return finding(
    'Context fields with these names belong to another project. Names are unique everywhere.',
    contextFields.filter((field) => !field.usable).map((field) => field.name),
  );
}

/** Names of existing context fields without some of the legal values that the file has. */
function fieldsLackingValues(
  { contextFields = [] }: ImportFileDto,
  existing: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  return contextFields
    .filter(({ name, legalValues = [] }) => {
      const legal = existing.get(name);
      return legal && legalValues.some(({ value }) => !legal.has(value));
    })
    .map(({ name }) => name);
}

function faultsOfSegments(
  data: ImportFileDto,
  strategies: StrategyContents,
  survey: ImportSurvey,
): ImportFindingResponse[] {
  const segments = segmentsHere(data, survey);
  const listed = new Set((data.segments ?? []).map((segment) => segment.id));
  return [
    ...finding(
      'There are no segments with these names. Create them first.',
      (data.segments ?? []).filter(({ id }) => !segments.has(id)).map((segment) => segment.name),
    ),
    ...finding(
      'The file does not name the segments with these ids.',
      [...strategies.segments].filter((id) => !listed.has(id)).map((id) => String(id)),
    ),
    ...finding(
      'These segments belong to another project.',
      survey.segments.filter((segment) => !segment.usable).map((segment) => segment.name),
    ),
  ];
}

/** Names of features that would be created. */
export function newNames(data: ImportFileDto, survey: ImportSurvey): string[] {
  const present = new Set(survey.features.map((feature) => feature.name));
  return [
    ...new Set(data.features.filter((feature) => !feature.archived).map((feature) => feature.name)),
  ].filter((name) => !present.has(name));
}

/**
 * Problems of the features and tags.
 * @param unfollowing The {@link newNames} that do not match the naming pattern.
 */
export function faultsOfFeatures(
  { project, data }: ImportDto,
  survey: ImportSurvey,
  unfollowing: string[],
): ImportFindingResponse[] {
  const names = data.features.map((feature) => feature.name);
  const present = new Map(survey.features.map((feature) => [feature.name, feature]));
  const types = new Set(survey.featureTypes);
  const tagTypes = new Set([...survey.tagTypes, ...data.tagTypes.map((type) => type.name)]);
  const fresh = newNames(data, survey);
  return [
    ...finding(
      'There are no feature types with these ids.',
      data.features.flatMap(({ type }) => (type === undefined || types.has(type) ? [] : [type])),
    ),
    ...finding(
      'There are no tag types with these names here or in the file. Create them first.',
      (data.featureTags ?? []).map((tag) => tagOf(tag).type).filter((type) => !tagTypes.has(type)),
    ),
    ...finding('The file contains these features more than once.', repeated(names)),
    ...finding(
      'Features with these names belong to another project. Names are unique across all projects.',
      names.filter((name) => present.get(name)?.here === false),
    ),
    ...faultsOfDependencies(data, survey),
    ...faultsOfNaming(unfollowing, survey),
    ...faultsOfLimit(project, fresh.length, survey),
  ];
}

function faultsOfDependencies(data: ImportFileDto, survey: ImportSurvey): ImportFindingResponse[] {
  const present = new Map(survey.features.map((feature) => [feature.name, feature]));
  const live = new Set(
    data.features.filter((feature) => !feature.archived).map((feature) => feature.name),
  );
  const archived = new Set(
    data.features.filter((feature) => feature.archived).map((feature) => feature.name),
  );
  const parents = (data.dependencies ?? []).flatMap((one) =>
    one.dependencies.map((parent) => parent.feature),
  );
  const isParent = (name: string): boolean => {
    const feature = present.get(name);
    return feature ? feature.here && !feature.archived : live.has(name) && !archived.has(name);
  };
  const isArchivedHere = (name: string): boolean => {
    const feature = present.get(name);
    return feature !== undefined && feature.here && feature.archived;
  };
  return [
    ...finding(
      'Features of the file depend on these features, which are archived here. Revive them first.',
      parents.filter(isArchivedHere),
    ),
    ...finding(
      'Features of the file depend on these features, which are missing in project and file.',
      parents.filter((name) => !isParent(name) && !isArchivedHere(name)),
    ),
  ];
}

function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.has(name) || !seen.add(name));
}

function faultsOfNaming(unfollowing: string[], { project }: ImportSurvey): ImportFindingResponse[] {
  const naming = project?.featureNaming ?? null;
  return finding(
    `These names do not match the naming pattern of the project, ^${naming?.pattern}$.`,
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
  const message =
    `The project "${id}" has ${project.liveFeatures} features, and its limit is ` +
    `${project.featureLimit}: ${more} more are too many.`;
  return more > 0 ? [{ message, affectedItems: [] }] : [];
}

/** Features for which the file contains several parents. */
export function faultsOfParents({ refused }: ImportedParents): ImportFindingResponse[] {
  return finding(
    'The file contains several parents for these features, but a feature can have only one. ' +
      'Keep one for each.',
    refused,
  );
}
