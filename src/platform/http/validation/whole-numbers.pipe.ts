import { Injectable, type PipeTransform } from '@nestjs/common';
import { MAX_NAMES } from './bounds.js';
import { type ErrorDetail } from '../../errors/api-error.js';
import { BadDataError } from '../../errors/general.errors.js';

const LARGEST = 2_147_483_647;

/** Parses a body that maps names to integers; numeric strings are converted. */
@Injectable()
export class WholeNumbersPipe implements PipeTransform {
  transform(body: unknown): Record<string, number> {
    if (body === null || typeof body !== 'object' || Array.isArray(body))
      throw refusal([{ message: 'The body must be an object.', path: '/body' }]);
    if (Object.keys(body).length > MAX_NAMES)
      throw refusal([
        { message: `The body must not have more than ${MAX_NAMES} properties.`, path: '/body' },
      ]);
    const entries = Object.entries(body).map(([name, value]) => [name, toNumber(value)] as const);
    const wrong = entries.filter(
      ([, value]) => !Number.isInteger(value) || Math.abs(value) > LARGEST,
    );
    if (wrong.length > 0)
      throw refusal(
        wrong.map(([name]) => ({
          message: `${name} must be a whole number up to ${LARGEST}.`,
          path: `/body/${name}`,
        })),
      );
    return Object.fromEntries(entries);
  }
}

function toNumber(value: unknown): number {
  if (typeof value === 'string' && value.trim() !== '') return Number(value);
  return typeof value === 'number' ? value : NaN;
}

function refusal(details: ErrorDetail[]): BadDataError {
  return new BadDataError(`The request cannot be used: ${details[0]!.message}`, details);
}
