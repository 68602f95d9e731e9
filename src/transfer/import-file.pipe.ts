import { Injectable, type PipeTransform } from '@nestjs/common';
import type { CreateContextFieldDto, LegalValueDto } from '../context-field/context-field.dto.js';
import type { CreateDependencyDto } from '../feature/dependency/dependency.dto.js';
import type { ConstraintDto } from '../feature/strategy/constraint.dto.js';
import { OPERATORS } from '../feature/operators.js';
import type { OverrideDto, PayloadDto, StrategyVariantDto, VariantDto } from '../feature/variant.dto.js';
import {
  flag,
  largeObject,
  listOf,
  longListOf,
  moment,
  object,
  oneOf,
  optional,
  optionalLong,
  optionalOrNull,
  type Shape,
  shaped,
  text,
  textMap,
  whole,
} from '../http/validation/shape.js';
import { URL_NAME, URL_NAME_WANTED } from '../http/validation/url-name.js';
import type { TagTypeDto } from '../tag/tag-type.dto.js';
import { MAX_OBJECTS } from '../http/validation/bounds.js';
import { MOST } from './import.dto.js';
import type * as dto from './import.dto.js';

/** Positions are PostgreSQL integers. */
const position = whole({ min: -2_147_483_648, max: 2_147_483_647 });
const urlName = (min: number, max: number): Shape<string> => text({ min, max, pattern: URL_NAME, wanted: URL_NAME_WANTED });
const given = text({ min: 1 });
const tagPart = text({ min: 2, max: 50 });

const override = object<OverrideDto>({ contextName: given, values: listOf(text()) });
const payloadParts = object<PayloadDto>({ type: oneOf(['json', 'csv', 'string', 'number']), value: given });
const payload: Shape<PayloadDto> = (value, path, faults) => {
  const it = payloadParts(value, path, faults);
  if (it.type === 'json' && !isJson(it.value))
    faults.push({ message: 'must be JSON, as the type of the payload says.', path: `${path}/value` });
  return it;
};
const variantParts = {
  name: urlName(1, 100),
  weight: whole({ min: 0, max: 1000 }),
  payload: optional(payload),
  overrides: optional(listOf(override, MAX_OBJECTS)),
};
const variant = object<VariantDto>({
  ...variantParts,
  weightType: optional(oneOf(['variable', 'fix'])),
  stickiness: optional(text()),
});
const strategyVariant = object<StrategyVariantDto>({ ...variantParts, weightType: oneOf(['variable', 'fix']), stickiness: text() });
const constraint = object<ConstraintDto>({
  contextName: given,
  operator: oneOf(OPERATORS),
  caseInsensitive: optional(flag),
  inverted: optional(flag),
  values: optional(listOf(text())),
  value: optional(text()),
});
const strategy = object<dto.ImportedStrategyDto>({
  featureName: optional(text()),
  name: given,
  title: optional(text()),
  disabled: optional(flag),
  sortOrder: optional(position),
  constraints: optional(listOf(constraint, MAX_OBJECTS)),
  variants: optional(listOf(strategyVariant, MAX_OBJECTS)),
  parameters: optional(textMap),
  segments: optional(listOf(whole())),
});
const contextField = object<CreateContextFieldDto>({
  name: urlName(1, 100),
  description: optional(text({ max: 250 })),
  stickiness: optional(flag),
  sortOrder: optional(position),
  legalValues: optional(listOf(object<LegalValueDto>({ value: text({ min: 1, max: 100 }), description: optional(text()) }))),
});
const feature = object<dto.ImportedFeatureDto>({
  name: urlName(1, 100),
  type: optional(text()),
  description: optionalOrNull(text()),
  stale: optional(flag),
  impressionData: optional(flag),
  archived: optional(flag),
  createdAt: optional(moment),
});
const place = object<dto.ImportedFeatureEnvironmentDto>({
  name: text(),
  featureName: optional(text()),
  enabled: flag,
  variants: optional(listOf(variant, MAX_OBJECTS)),
});
const tag = object<dto.ImportedTagDto>({ featureName: text(), tagType: optional(tagPart), tagValue: tagPart, type: optional(tagPart) });
const dependency = object<CreateDependencyDto>({ feature: given, enabled: optional(flag), variants: optional(listOf(text())) });
const request = largeObject<dto.ImportDto>({
  project: given,
  environment: given,
  data: largeObject<dto.ImportFileDto>({
    features: longListOf(feature, MOST.features),
    featureStrategies: longListOf(strategy, MOST.strategies),
    featureEnvironments: optionalLong(longListOf(place, MOST.features)),
    contextFields: optionalLong(longListOf(contextField, MOST.others)),
    featureTags: optionalLong(longListOf(tag, MOST.tags)),
    segments: optionalLong(longListOf(object<dto.ImportedSegmentDto>({ id: whole(), name: given }), MOST.others)),
    tagTypes: longListOf(object<TagTypeDto>({ name: urlName(2, 50), description: optional(text()), icon: optional(text()) }), MOST.others),
    dependencies: optionalLong(
      longListOf(object<dto.ImportedDependenciesDto>({ feature: given, dependencies: listOf(dependency, MOST.parents) }), MOST.features),
    ),
  }),
});

/** For the body of an import. Not checked by the decorators of its class, which take seconds for megabytes; they are its documentation. */
@Injectable()
export class ImportFilePipe implements PipeTransform<unknown, Promise<dto.ImportDto>> {
  transform(body: unknown): Promise<dto.ImportDto> {
    return shaped(request, body, '/body');
  }
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}
