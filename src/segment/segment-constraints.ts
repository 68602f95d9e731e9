import { Injectable } from '@nestjs/common';
import type { ConstraintDto } from '../feature/strategy/constraint.dto.js';
import { BadDataError } from '../http/errors.js';

/** How many values the constraints of a segment can have together. */
const VALUES_PER_SEGMENT = 1000;

/** Which constraints segments can have. */
@Injectable()
export class SegmentConstraints {
  /** The constraints as they are stored. @throws BadDataError when they cannot be those of a segment. */
  async checked(constraints: readonly ConstraintDto[]): Promise<ConstraintDto[]> {
    const values = constraints.reduce((sum, one) => sum + (one.values?.length ?? 0), 0);
    if (values > VALUES_PER_SEGMENT)
      throw new BadDataError(`The constraints of a segment can have ${VALUES_PER_SEGMENT} values together; these have ${values}.`);
    return constraints.map((one) => ({ ...one, values: one.values ?? [] }));
  }
}
