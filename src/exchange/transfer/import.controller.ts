import { Body, Controller, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { FeatureImportService } from './feature-import.service.js';
import { ImportCheckResponse, ImportDto } from './import.dto.js';
import { ImportFilePipe, type RepairedImport } from './import-file.pipe.js';

/** 10 MiB, enough for about 20,000 strategies. */
const bodyLimit = 10_485_760;

/** About 40 items for each of 20,000 strategies. */
const bodyItems = 1_000_000;

/** Imports features. The service checks the permissions, which depend on the content. */
@ApiTags('Import/Export')
@Controller('api/admin/features-batch')
export class ImportController {
  constructor(private readonly features: FeatureImportService) {}

  /**
   * Previews an import: errors that prevent it, warnings, and missing permissions. Changes nothing.
   * Variants and constraints that could not be written here, but that other servers serve, are
   * repaired if that changes no evaluation; the warnings say so.
   */
  @Post('validate')
  @ApiBody({ type: ImportDto })
  @Endpoint({
    id: 'validateImport',
    reads: true,
    cost: 'heavy',
    permission: 'NONE',
    response: ImportCheckResponse,
    bodyLimit,
    bodyItems,
  })
  validate(
    @Body(ImportFilePipe) body: RepairedImport,
    @CurrentCaller() caller: Caller,
  ): Promise<ImportCheckResponse> {
    return this.features.validate(body, caller);
  }

  /**
   * Imports exported features into an environment of a project, all or none. Needs the permissions
   * for everything it changes.
   */
  @Post('import')
  @ApiBody({ type: ImportDto })
  @Endpoint({ id: 'importToggles', cost: 'heavy', permission: 'NONE', bodyLimit, bodyItems })
  import(
    @Body(ImportFilePipe) body: RepairedImport,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.features.import(body, caller);
  }
}
