import { Injectable, type PipeTransform } from '@nestjs/common';
import { slicedShapeOf } from '../../platform/http/validation/property-checks.js';
import { shapedBody } from '../../platform/http/validation/shape.js';
import { ImportDto } from './import.dto.js';
import { repairedFile } from './import-repairs.js';
import type { ImportFindingResponse } from './import.response.js';

const IMPORT = slicedShapeOf(ImportDto);

/**
 * A valid import, with what had to be repaired for that. A type instead of a class, so that the
 * global validation pipe does not validate the body again.
 */
export type RepairedImport = Pick<ImportDto, keyof ImportDto> & {
  readonly repairs: ImportFindingResponse[];
};

/**
 * Repairs and validates the body of an import. class-validator would take seconds for megabytes, so
 * the check is generated from the decorators of the same class and runs in time slices.
 */
@Injectable()
export class ImportFilePipe implements PipeTransform<unknown, Promise<RepairedImport>> {
  async transform(given: unknown): Promise<RepairedImport> {
    const { body, repairs } = await repairedFile(given);
    return { ...(await shapedBody(IMPORT, body, '/body')), repairs };
  }
}
