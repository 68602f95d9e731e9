import { Injectable, type PipeTransform } from '@nestjs/common';
import { BadDataError } from '../../errors/general.errors.js';

/** The largest id that PostgreSQL keeps as an integer. */
const LARGEST_ID = 2_147_483_647;

/** For an id in a path that is a whole number. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(text: string): number {
    const id = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
    if (!(id <= LARGEST_ID))
      throw new BadDataError(`An id is a whole number from 0 to ${LARGEST_ID}, not "${text}".`);
    return id;
  }
}
