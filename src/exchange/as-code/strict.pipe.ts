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
    if (isObject(given)) await findUnknown(this.type, given, '/body', faults, new TimeSlice());
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
  value: object,
  path: string,
  faults: ErrorDetail[],
  slice: TimeSlice,
): Promise<void> {
  const known = checksOf(type);
  if (known.size === 0) return;
  for (const [key, held] of Object.entries(value)) {
    if (slice.isOver) await slice.pause();
    if (faults.length > 0) return;
    const check = known.get(key);
    if (!check) faults.push({ message: 'is not a known property.', path: `${path}/${key}` });
    const item = check?.item?.() as Type | undefined;
    if (item) await inEach(item, held, check?.list?.max, `${path}/${key}`);
  }

  /** Lists that are too long are refused by the shape, and cost nothing here. */
  async function inEach(item: Type, held: unknown, max = Infinity, at: string): Promise<void> {
    if (!Array.isArray(held))
      return isObject(held) ? findUnknown(item, held, at, faults, slice) : undefined;
    if (held.length > max) return;
    for (const [index, one] of held.entries()) {
      if (slice.isOver) await slice.pause();
      if (isObject(one)) await findUnknown(item, one, `${at}/${index}`, faults, slice);
    }
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
