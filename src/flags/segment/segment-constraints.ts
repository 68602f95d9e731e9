import { Injectable } from '@nestjs/common';
import type { Tx } from '../../core/event/tx.js';
import type { ConstraintDto } from '../feature/strategy/strategy.dto.js';
import { ConstraintRules } from '../feature/strategy/constraint-rules.js';
import { BadDataError } from '../../platform/errors/general.errors.js';

/** Maximum number of values in all constraints of a segment. */
export const VALUES_PER_SEGMENT = 1000;

/** Validates constraints of segments. Same rules as for strategies, except the number of values. */
@Injectable()
export class SegmentConstraints {
  constructor(private readonly rules: ConstraintRules) {}

  /**
   * The constraints of a segment of a project, or of all, in stored form.
   * @throws BadDataError when they have too many or unsuitable values, or name an unknown context
   * field.
   */
  async checked(
    constraints: readonly ConstraintDto[],
    project: string | null,
    tx: Tx,
  ): Promise<ConstraintDto[]> {
    const values = constraints.reduce((sum, one) => sum + (one.values?.length ?? 0), 0);
    if (values > VALUES_PER_SEGMENT)
      throw new BadDataError(
        `The constraints of a segment can have at most ${VALUES_PER_SEGMENT} values in total, ` +
          `not ${values}.`,
      );
    return this.rules.checked(constraints, project, tx, (message) => new BadDataError(message));
  }
}
