import { Injectable } from '@nestjs/common';
import type { Tx } from '../event/tx.js';
import type { ConstraintDto } from '../feature/strategy/constraint.dto.js';
import { ConstraintRules } from '../feature/strategy/constraint-rules.js';
import { BadDataError } from '../errors/general.errors.js';

/** How many values the constraints of a segment can have together. */
const VALUES_PER_SEGMENT = 1000;

/**
 * Which constraints segments can have: those that strategies can have, but with values of their own
 * number.
 */
@Injectable()
export class SegmentConstraints {
  constructor(private readonly rules: ConstraintRules) {}

  /**
   * The constraints as they are stored.
   * @throws BadDataError when they have too many values, or values that do not suit. @throws
   * NotFoundError when there is no such context field.
   */
  async checked(constraints: readonly ConstraintDto[], tx: Tx): Promise<ConstraintDto[]> {
    const values = constraints.reduce((sum, one) => sum + (one.values?.length ?? 0), 0);
    if (values > VALUES_PER_SEGMENT)
      throw new BadDataError(
        `The constraints of a segment can have ${VALUES_PER_SEGMENT} values together; these have ${values}.`,
      );
    return this.rules.checked(constraints, tx);
  }
}
