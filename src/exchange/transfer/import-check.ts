import type { Caller } from '../../core/auth/caller/caller.js';
import { placeFor } from '../../core/auth/current-caller.js';
import type { Permission } from '../../platform/http/permission.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import {
  faultsOfFeatures,
  faultsOfParents,
  faultsOfPlace,
  faultsOfStrategies,
} from './import-faults.js';
import { contentOfStrategies, finding, type StrategyContents } from './import-finding.js';
import { type ImportedParents, nameOf, parentsIn } from './import-plan.js';
import type { ImportSurvey } from './import-survey.js';
import type {
  ImportCheckResponse,
  ImportDto,
  ImportFileDto,
  ImportFindingResponse,
} from './import.dto.js';

/** Effects of an import that may be unexpected. */
function warningsOf(
  { data }: ImportDto,
  strategies: StrategyContents,
  survey: ImportSurvey,
): ImportFindingResponse[] {
  const inFile = new Set(data.features.map((feature) => feature.name));
  const custom = new Set(
    survey.definitions
      .filter((definition) => !definition.builtIn)
      .map((definition) => definition.name),
  );
  const places = data.featureEnvironments ?? [];
  const on = places.every((place) => place.enabled) ? places.map(nameOf) : [];
  return [
    ...finding(
      // A bug in the reference's export: every feature is exported as on, and nothing in the file
      // reveals it.
      'As always in exports of Unleash 6.6, all features are enabled. The import turns these on.',
      on.filter((name) => inFile.has(name)),
    ),
    ...warningsOfFeatures(data, survey),
    ...finding(
      'These are custom strategies: make sure that they have the same meaning here.',
      [...strategies.definitions].filter((name) => custom.has(name)),
    ),
    ...finding(
      'The file contains data of these features, but not the features. It is not imported.',
      ownersIn(data, strategies).filter((name) => !inFile.has(name)),
    ),
  ];
}

function warningsOfFeatures(data: ImportFileDto, survey: ImportSurvey): ImportFindingResponse[] {
  const inFile = new Set(data.features.map((feature) => feature.name));
  const here = survey.features.filter((feature) => feature.here && inFile.has(feature.name));
  return [
    ...finding(
      'These features are archived and are not imported. Revive them first.',
      here.filter((feature) => feature.archived).map((feature) => feature.name),
    ),
    ...finding(
      'These features are archived in the file and are not imported.',
      data.features.filter((feature) => feature.archived).map((feature) => feature.name),
    ),
    ...finding(
      'These features already exist and are changed according to the file.',
      here.filter((feature) => !feature.archived).map((feature) => feature.name),
    ),
  ];
}

/** All features that the file mentions, listed or not. */
function ownersIn(data: ImportFileDto, strategies: StrategyContents): string[] {
  return [
    ...strategies.features,
    ...(data.featureEnvironments ?? []).map(nameOf),
    ...(data.featureTags ?? []).map((tag) => tag.featureName),
    ...(data.dependencies ?? []).map((one) => one.feature),
    ...(data.payloadSchemas ?? []).map((one) => one.feature),
  ];
}

/** Features that keep several parents from an earlier version. */
function warningsOfParents({ kept }: ImportedParents): ImportFindingResponse[] {
  return finding(
    'These features have the same several parents here and in the file, and keep them. ' +
      'Features can now have only one parent: setting a dependency replaces all others.',
    kept,
  );
}

/**
 * Compares an import with existing data. `unfollowing` are the {@link newNames} that do not match
 * the naming pattern.
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

/** The permissions that the import needs and the caller lacks. */
function missingPermissions(
  { project, environment, data }: ImportDto,
  survey: ImportSurvey,
  caller: Caller,
): Permission[] {
  const place = placeFor(caller, { project, environment });
  return neededPermissions(data, survey).filter((permission) => !caller.may(permission, place));
}

function neededPermissions(data: ImportDto['data'], survey: ImportSurvey): Permission[] {
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
    ['UPDATE_FEATURE_VARIANTS', (data.payloadSchemas ?? []).length > 0],
    ['UPDATE_FEATURE_DEPENDENCY', (data.dependencies ?? []).length > 0],
    ['CREATE_FEATURE_STRATEGY', data.featureStrategies.length > 0],
    ['DELETE_FEATURE_STRATEGY', present.some((feature) => feature.hasStrategies)],
    ['CREATE_TAG_TYPE', data.tagTypes.some((type) => !known.tagTypes.has(type.name))],
    [
      'CREATE_CONTEXT_FIELD',
      (data.contextFields ?? []).some((field) => !known.fields.has(field.name)),
    ],
  ];
  return needed.flatMap(([permission, isNeeded]) => (isNeeded ? [permission] : []));
}
