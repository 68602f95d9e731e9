import { ListOf, Text } from '../../platform/http/validation/shape.decorators.js';

/** Names are part of addresses. */
const NAME = /^[a-z0-9][a-z0-9._-]*$/;
/** Maximum number of features that a signal turns off. */
const MOST_TARGETS = 50;

/** A feature that a signal turns off in an environment. */
export class SignalTargetDto {
  /** Name of the feature, which belongs to the project. */
  @Text({ min: 1, max: 100 })
  feature: string;
  /** Name of the environment. */
  @Text({ min: 1, max: 100 })
  environment: string;
}

/** A signal to create. */
export class SignalDto {
  /** Its name, which is unique in the instance: small letters, digits, `.`, `_` and `-`. */
  @Text({ min: 1, max: 100, pattern: NAME, wanted: 'small letters, digits, ".", "_" and "-"' })
  name: string;
  /** What it turns off: 1 to 50 features. */
  @ListOf(() => SignalTargetDto, { min: 1, max: MOST_TARGETS })
  targets: SignalTargetDto[];
}
