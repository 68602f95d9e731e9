import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentCaller } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { Json } from '../../platform/http/json.js';
import { ExportQueryDto, ExportResponse } from './export.dto.js';
import { FeatureExportService } from './feature-export.service.js';

/** Exports features. */
@ApiTags('Import/Export')
@Controller('api/admin/features-batch')
export class ExportController {
  constructor(private readonly features: FeatureExportService) {}

  /**
   * Exports features of one environment in the format of the import. Archived features are omitted.
   */
  @Post('export')
  @Endpoint({
    id: 'exportFeatures',
    cost: 'heavy',
    permission: 'NONE',
    response: ExportResponse,
    refusals: [404],
  })
  async export(
    @Body() query: ExportQueryDto,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Json<ExportResponse>> {
    const { name, text } = await this.features.export(query, caller);
    if (query.downloadFile) response.attachment(name);
    return text;
  }
}
