import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { CurrentCaller } from '../auth/access.guard.js';
import type { Caller } from '../auth/caller/caller.js';
import { Endpoint } from '../http/endpoint.js';
import { FeatureImportService } from './feature-import.service.js';
import { ImportDto } from './import.dto.js';
import { ImportFilePipe } from './import-file.pipe.js';
import { ImportCheckResponse } from './import.response.js';

const tag = 'Import/Export';
/** 10 MiB: some 20,000 strategies. A house that moves needs more room than a letter. */
const bodyLimit = 10_485_760;
/** Some 40 for each of 20,000 strategies. */
const bodyItems = 1_000_000;

/** A type alone, so that the pipe for all bodies leaves the checks to that of imports. */
type Import = Pick<ImportDto, keyof ImportDto>;

/**
 * Brings features into the instance. Which permissions that needs depends on what is imported: the
 * service asks for them.
 */
@Controller('api/admin/features-batch')
export class ImportController {
  constructor(private readonly features: FeatureImportService) {}

  /**
   * Tells what an import of this body would meet: errors that refuse it, surprises, and permissions
   * that the caller lacks. Changes nothing.
   */
  @Post('validate')
  @ApiBody({ type: ImportDto })
  @Endpoint({
    id: 'validateImport',
    cost: 'heavy',
    tag,
    permission: 'NONE',
    response: ImportCheckResponse,
    bodyLimit,
    bodyItems,
    refusals: [400, 413, 415],
  })
  validate(
    @Body(ImportFilePipe) body: Import,
    @CurrentCaller() caller: Caller,
  ): Promise<ImportCheckResponse> {
    return this.features.validate(body, caller);
  }

  /**
   * Imports exported features into an environment of a project: all of them, or none. Needs the
   * permissions for what it changes.
   */
  @Post('import')
  @ApiBody({ type: ImportDto })
  @Endpoint({
    id: 'importToggles',
    cost: 'heavy',
    tag,
    permission: 'NONE',
    bodyLimit,
    bodyItems,
    refusals: [400, 413, 415],
  })
  import(@Body(ImportFilePipe) body: Import, @CurrentCaller() caller: Caller): Promise<void> {
    return this.features.import(body, caller);
  }
}
