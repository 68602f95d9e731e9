import { placeFor } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { Permission } from '../../platform/http/permission.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import type { ImportDto } from './import.dto.js';
import { parentsIn } from './import-dependencies.js';
import {
  faultsOfFeatures,
  faultsOfParents,
  faultsOfPlace,
  faultsOfStrategies,
} from './import-faults.js';
import { contentOfStrategies, finding } from './import-finding.js';
import { warningsOf, warningsOfParents } from './import-warnings.js';
import type { ImportCheckResponse } from './import.response.js';
import type { ImportSurvey } from './import-survey.js';

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
