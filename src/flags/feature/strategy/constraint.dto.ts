import { Flag, OneOf, Text, TextList } from '../../../platform/http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../../platform/http/validation/unknown-keys.js';
import { OPERATORS, type Operator } from '../operators.js';

/** A condition on the context of an evaluation. */
@RefuseUnknown()
export class ConstraintDto {
  /** Name of an existing context field. */
  @Text({ min: 1 })
  contextName: string;
  /** Comparison operator. */
  @OneOf(OPERATORS)
  operator: Operator;
  /** Whether letter case is ignored; false by default. */
  @Flag({ optional: true })
  caseInsensitive?: boolean;
  /** Whether the result is negated; false by default. */
  @Flag({ optional: true })
  inverted?: boolean;
  /** Values of 1 to 100 characters, for operators that compare with several. */
  @TextList({ optional: true })
  values?: string[];
  /** Value, for operators that compare with one. */
  @Text({ optional: true })
  value?: string;
}
