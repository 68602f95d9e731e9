import { Injectable, type PipeTransform } from '@nestjs/common';
import { slicedShapeOf } from '../http/validation/property-checks.js';
import { shapedBody } from '../http/validation/shape.js';
import { ImportDto } from './import.dto.js';

const IMPORT = slicedShapeOf(ImportDto);

/**
 * For the body of an import. Its class describes it, but class-validator would take seconds for
 * megabytes: the check is made of the same decorators and runs in slices of time.
 */
@Injectable()
export class ImportFilePipe implements PipeTransform<unknown, Promise<ImportDto>> {
  transform(body: unknown): Promise<ImportDto> {
    return shapedBody(IMPORT, body, '/body');
  }
}
