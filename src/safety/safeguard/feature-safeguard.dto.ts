import { Int } from '../../platform/http/validation/shape.decorators.js';
import { SafeguardDto } from '../../governance/release-plan/safeguard/safeguard.dto.js';

/** Maximum time for which a limit has to be crossed: a day, in minutes. */
const MOST_MINUTES = 1_440;
/** Maximum time of the past that a preview looks at: a week, in hours. */
const MOST_HOURS = 168;

/** A limit on usage at which a feature is turned off in an environment. */
export class FeatureSafeguardDto extends SafeguardDto {
  /** For how many minutes each check must find the limit crossed; 0, the default, for once. */
  @Int({ optional: true, min: 0, max: MOST_MINUTES })
  forMinutes?: number;
}

/** A safeguard to try out. */
export class SafeguardPreviewDto extends FeatureSafeguardDto {
  /** How many hours before now to look at; 24 by default. */
  @Int({ optional: true, min: 1, max: MOST_HOURS })
  hours?: number;
}
