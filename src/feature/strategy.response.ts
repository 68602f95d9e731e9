import { ApiProperty } from '@nestjs/swagger';
import { StrategyVariantResponse } from './variant.response.js';
import { OPERATORS } from './operators.js';

/** A condition on the context of a request. */
export class ConstraintResponse {
  /** The context field that the condition is about. */
  contextName: string;
  /** How its value is compared. */
  @ApiProperty({ enum: OPERATORS })
  operator: string;
  /** Whether letter case makes no difference; false when absent. */
  caseInsensitive?: boolean;
  /** Whether the result is turned around; false when absent. */
  inverted?: boolean;
  /** What to compare with, for operators that take several values. */
  values?: string[];
  /** What to compare with, for operators that take one value. */
  value?: string;
}

/** A rule by which a feature is on for some. */
export class StrategyResponse {
  /** UUID of the strategy. */
  id: string;
  /** The strategy definition that it follows. */
  name: string;
  /** What people call it; null when nobody said. */
  title: string | null;
  /** Whether it is left out of evaluation, and not given to SDKs. */
  disabled: boolean;
  /** Name of the feature; absent where the feature stands around it in the reference's answer. */
  featureName?: string;
  /** Position among the strategies of the feature in the environment. */
  @ApiProperty({ type: 'integer' })
  sortOrder: number;
  /** Ids of the segments that must match. */
  @ApiProperty({ type: 'integer', isArray: true })
  segments?: number[];
  /** The constraints, all of which must hold. */
  constraints: ConstraintResponse[];
  /** The variants for those whom it lets through. */
  variants: StrategyVariantResponse[];
  /** What the definition asks for, by name. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  parameters: Record<string, string>;
}
