import type { PipeTransform, Type } from '@nestjs/common';
import { BadDataError } from '../../platform/errors/general.errors.js';
import type { ErrorDetail } from '../../platform/errors/api-error.js';
import { checksOf, slicedShapeOf } from '../../platform/http/validation/property-checks.js';
import { shapedBody } from '../../platform/http/validation/shape.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';

/**
 * Validates a large body in time slices, like that of an import, but refuses unknown properties: a
 * misspelt property of a file would be ignored for ever.
 */
export class StrictPipe<T extends object> implements PipeTransform<unknown, Promise<T>> {
  private readonly shape;

  constructor(private readonly type: Type<T>) {
    this.shape = slicedShapeOf(type);
  }

  async transform(given: unknown): Promise<T> {
    const faults: ErrorDetail[] = [];
    await findUnknown(this.type, given, '/body', faults, new TimeSlice());
    if (faults.length > 0)
      throw new BadDataError(
        `The request cannot be used: ${faults[0]!.path} ${faults[0]!.message}`,
        faults,
      );
    return shapedBody(this.shape, given, '/body');
  }
}

async function findUnknown(
  type: Type,
  value: unknown,
  path: string,
  faults: ErrorDetail[],
  slice: TimeSlice,
): Promise<void> {
  if (typeof value !== 'object' || value === null) return;
  const known = checksOf(type);
  if (known.size === 0) return;
  for (const [key, held] of Object.entries(value)) {
    if (slice.isOver) await slice.pause();
    if (faults.length > 0) return;
    const check = known.get(key);
    if (!check) faults.push({ message: 'is not a known property.', path: `${path}/${key}` });
    const item = check?.item?.() as Type | undefined;
    if (!item) continue;
    if (!Array.isArray(held)) await findUnknown(item, held, `${path}/${key}`, faults, slice);
    else
      for (const [index, one] of held.entries())
        await findUnknown(item, one, `${path}/${key}/${index}`, faults, slice);
  }
}
