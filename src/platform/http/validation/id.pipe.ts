import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { BadDataError } from '../../errors/general.errors.js';

/** The largest `integer` of PostgreSQL. */
const LARGEST_ID = 2_147_483_647;

/** Parses an integer id in a path. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  protected readonly largest: number = LARGEST_ID;

  transform(text: string, { type, data }: ArgumentMetadata): number {
    const id = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
    if (id <= this.largest) return id;
    const message = `An id must be a whole number from 0 to ${this.largest}, not "${text}".`;
    throw new BadDataError(message, [
      { message, path: `/${type === 'param' ? 'params' : type}/${data}` },
    ]);
  }
}

/** Parses the id of an event in a path, which is a `bigint` of PostgreSQL. */
@Injectable()
export class EventIdPipe extends IdPipe {
  protected override readonly largest = Number.MAX_SAFE_INTEGER;
}
