import type { ImportDto, ImportFileDto } from './import.dto.js';
import type { ImportedParents } from './import-dependencies.js';
import { finding, type StrategyContents } from './import-finding.js';
import { nameOf } from './import-plan.js';
import type { ImportFindingResponse } from './import.response.js';
import type { ImportSurvey } from './import-survey.js';

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
      'The file says of every feature that it is on, as files of Unleash 6.6 always do: the import turns these features on, be it that they were off.',
      on.filter((name) => inFile.has(name)),
    ),
    ...warningsOfFeatures(data, survey),
    ...finding(
      'These strategies are custom ones: make sure that they mean the same here as where the file comes from.',
      [...strategies.definitions].filter((name) => custom.has(name)),
    ),
    ...finding(
      'The file says something of these features without listing them, which is not imported.',
      ownersIn(data, strategies).filter((name) => !inFile.has(name)),
    ),
  ];
}

function warningsOfFeatures(data: ImportFileDto, survey: ImportSurvey): ImportFindingResponse[] {
  const inFile = new Set(data.features.map((feature) => feature.name));
  const here = survey.features.filter((feature) => feature.here && inFile.has(feature.name));
  return [
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
  ];
}

/** The features that the file says something of, listed or not. */
function ownersIn(data: ImportFileDto, strategies: StrategyContents): string[] {
  return [
    ...strategies.features,
    ...(data.featureEnvironments ?? []).map(nameOf),
    ...(data.featureTags ?? []).map((tag) => tag.featureName),
    ...(data.dependencies ?? []).map((one) => one.feature),
  ];
}

export function warningsOfParents({ kept }: ImportedParents): ImportFindingResponse[] {
  return finding(
    'These features depend on several parents, here as in the file, and keep them. ' +
      'A feature has one parent now: setting its dependency anew leaves that one.',
    kept,
  );
}
