import { Flag, OneOf, Text, TextList } from '../../http/validation/shape.decorators.js';
import { RefuseUnknown } from '../../http/validation/unknown-keys.js';
import { OPERATORS, type Operator } from '../operators.js';

/** A condition on the context of a request. */
@RefuseUnknown()
export class ConstraintDto {
  /** The context field that the condition is about; it must exist. */
  @Text({ min: 1 })
  contextName: string;
  /** How its value is compared. */
  @OneOf(OPERATORS)
  operator: Operator;
  /** Whether letter case makes no difference; false by default. */
  @Flag({ optional: true })
  caseInsensitive?: boolean;
  /** Whether the result is turned around; false by default. */
  @Flag({ optional: true })
  inverted?: boolean;
  /** What to compare with, for operators that take several values: 1 to 100 characters each. */
  @TextList({ optional: true })
  values?: string[];
  /** What to compare with, for operators that take one value. */
  @Text({ optional: true })
  value?: string;
}
