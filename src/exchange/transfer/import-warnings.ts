import type { ImportDto, ImportFileDto } from './import.dto.js';
import type { ImportedParents } from './import-dependencies.js';
import { finding, type StrategyContents } from './import-finding.js';
import { nameOf } from './import-plan.js';
import type { ImportFindingResponse } from './import.response.js';
import type { ImportSurvey } from './import-survey.js';

/** Effects of an import that may be unexpected. */
export function warningsOf(
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
  ];
}

/** Features that keep several parents from an earlier version. */
export function warningsOfParents({ kept }: ImportedParents): ImportFindingResponse[] {
  return finding(
    'These features have the same several parents here and in the file, and keep them. ' +
      'Features can now have only one parent: setting a dependency replaces all others.',
    kept,
  );
}
