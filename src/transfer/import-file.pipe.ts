import { Injectable, type PipeTransform } from '@nestjs/common';
import type { CreateContextFieldDto, LegalValueDto } from '../context-field/context-field.dto.js';
import type { CreateDependencyDto } from '../feature/dependency/dependency.dto.js';
import type { ConstraintDto } from '../feature/strategy/constraint.dto.js';
import { OPERATORS } from '../feature/operators.js';
import type {
  OverrideDto,
  PayloadDto,
  StrategyVariantDto,
  VariantDto,
} from '../feature/variant.dto.js';
import {
  flag,
  largeObject,
  listOf,
  longListOf,
  moment,
  objectValue,
  oneOf,
  optionalValue,
  optionalLong,
  optionalOrNull,
  type Shape,
  shapedBody,
  textValue,
  textMap,
  wholeNumber,
} from '../http/validation/shape.js';
import { URL_NAME, URL_NAME_WANTED } from '../http/validation/url-name.js';
import type { TagTypeDto } from '../tag/tag-type.dto.js';
import { MAX_OBJECTS } from '../http/validation/bounds.js';
import { MOST } from './import.dto.js';
import type * as dto from './import.dto.js';

/** Positions are PostgreSQL integers. */
const position = wholeNumber({ min: -2_147_483_648, max: 2_147_483_647 });
const urlName = (min: number, max: number): Shape<string> =>
  textValue({ min, max, pattern: URL_NAME, wanted: URL_NAME_WANTED });
const given = textValue({ min: 1 });
const tagPart = textValue({ min: 2, max: 50 });

const override = objectValue<OverrideDto>({ contextName: given, values: listOf(textValue()) });
const payloadParts = objectValue<PayloadDto>({
  type: oneOf(['json', 'csv', 'string', 'number']),
  value: given,
});
const payload: Shape<PayloadDto> = (value, path, faults) => {
  const it = payloadParts(value, path, faults);
  if (it.type === 'json' && !isJson(it.value))
    faults.push({
      message: 'must be JSON, as the type of the payload says.',
      path: `${path}/value`,
    });
  return it;
};
const variantParts = {
  name: urlName(1, 100),
  weight: wholeNumber({ min: 0, max: 1000 }),
  payload: optionalValue(payload),
  overrides: optionalValue(listOf(override, MAX_OBJECTS)),
};
const variant = objectValue<VariantDto>({
  ...variantParts,
  weightType: optionalValue(oneOf(['variable', 'fix'])),
  stickiness: optionalValue(textValue()),
});
const strategyVariant = objectValue<StrategyVariantDto>({
  ...variantParts,
  weightType: oneOf(['variable', 'fix']),
  stickiness: textValue(),
});
const constraint = objectValue<ConstraintDto>({
  contextName: given,
  operator: oneOf(OPERATORS),
  caseInsensitive: optionalValue(flag),
  inverted: optionalValue(flag),
  values: optionalValue(listOf(textValue())),
  value: optionalValue(textValue()),
});
const strategy = objectValue<dto.ImportedStrategyDto>({
  featureName: optionalValue(textValue()),
  name: given,
  title: optionalValue(textValue()),
  disabled: optionalValue(flag),
  sortOrder: optionalValue(position),
  constraints: optionalValue(listOf(constraint, MAX_OBJECTS)),
  variants: optionalValue(listOf(strategyVariant, MAX_OBJECTS)),
  parameters: optionalValue(textMap),
  segments: optionalValue(listOf(wholeNumber())),
});
const contextField = objectValue<CreateContextFieldDto>({
  name: urlName(1, 100),
  description: optionalValue(textValue({ max: 250 })),
  stickiness: optionalValue(flag),
  sortOrder: optionalValue(position),
  legalValues: optionalValue(
    listOf(
      objectValue<LegalValueDto>({
        value: textValue({ min: 1, max: 100 }),
        description: optionalValue(textValue()),
      }),
    ),
  ),
});
const feature = objectValue<dto.ImportedFeatureDto>({
  name: urlName(1, 100),
  type: optionalValue(textValue()),
  description: optionalOrNull(textValue()),
  stale: optionalValue(flag),
  impressionData: optionalValue(flag),
  archived: optionalValue(flag),
  createdAt: optionalValue(moment),
});
const place = objectValue<dto.ImportedFeatureEnvironmentDto>({
  name: textValue(),
  featureName: optionalValue(textValue()),
  enabled: flag,
  variants: optionalValue(listOf(variant, MAX_OBJECTS)),
});
const tag = objectValue<dto.ImportedTagDto>({
  featureName: textValue(),
  tagType: optionalValue(tagPart),
  tagValue: tagPart,
  type: optionalValue(tagPart),
});
const dependency = objectValue<CreateDependencyDto>({
  feature: given,
  enabled: optionalValue(flag),
  variants: optionalValue(listOf(textValue())),
});
const request = largeObject<dto.ImportDto>({
  project: given,
  environment: given,
  data: largeObject<dto.ImportFileDto>({
    features: longListOf(feature, MOST.features),
    featureStrategies: longListOf(strategy, MOST.strategies),
    featureEnvironments: optionalLong(longListOf(place, MOST.features)),
    contextFields: optionalLong(longListOf(contextField, MOST.others)),
    featureTags: optionalLong(longListOf(tag, MOST.tags)),
    segments: optionalLong(
      longListOf(
        objectValue<dto.ImportedSegmentDto>({ id: wholeNumber(), name: given }),
        MOST.others,
      ),
    ),
    tagTypes: longListOf(
      objectValue<TagTypeDto>({
        name: urlName(2, 50),
        description: optionalValue(textValue()),
        icon: optionalValue(textValue()),
      }),
      MOST.others,
    ),
    dependencies: optionalLong(
      longListOf(
        objectValue<dto.ImportedDependenciesDto>({
          feature: given,
          dependencies: listOf(dependency, MOST.parents),
        }),
        MOST.features,
      ),
    ),
  }),
});

/**
 * For the body of an import. Not checked by the decorators of its class, which take seconds for
 * megabytes; they are its documentation.
 */
@Injectable()
export class ImportFilePipe implements PipeTransform<unknown, Promise<dto.ImportDto>> {
  transform(body: unknown): Promise<dto.ImportDto> {
    return shapedBody(request, body, '/body');
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
