import { Injectable, type PipeTransform } from '@nestjs/common';
import { BadDataError } from '../../errors/general.errors.js';

/** The largest `integer` of PostgreSQL. */
const LARGEST_ID = 2_147_483_647;

/** Parses an integer id in a path. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(text: string): number {
    const id = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
    if (!(id <= LARGEST_ID))
      throw new BadDataError(
        `An id must be a whole number from 0 to ${LARGEST_ID}, not "${text}".`,
      );
    return id;
  }
}
