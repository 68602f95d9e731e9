import { Injectable, type PipeTransform } from '@nestjs/common';
import { slicedShapeOf } from '../http/validation/property-checks.js';
import { shapedBody } from '../http/validation/shape.js';
import { ImportDto } from './import.dto.js';

const IMPORT = slicedShapeOf(ImportDto);

/**
 * Validates the body of an import. class-validator would take seconds for megabytes, so the check
 * is generated from the decorators of the same class and runs in time slices.
 */
@Injectable()
export class ImportFilePipe implements PipeTransform<unknown, Promise<ImportDto>> {
  transform(body: unknown): Promise<ImportDto> {
    return shapedBody(IMPORT, body, '/body');
  }
}
