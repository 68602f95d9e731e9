import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import type { Reader } from '../../platform/database/database.js';
import { AnswerLanguage, type Language } from '../../platform/http/language.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { CulpritQuery, CulpritsResponse } from './culprit.dto.js';
import { CulpritService } from './culprit.service.js';

/** Finds the change that caused something. */
@ApiTags('Events')
@Controller('api/admin/search/culprits')
export class CulpritController {
  constructor(private readonly culprits: CulpritService) {}

  /**
   * Ranks the changes before a moment by how likely they caused what was noticed then: by how
   * shortly before they were made, by their reach, and by what changed in usage after them.
   */
  @Get()
  @Endpoint({
    id: 'searchCulprits',
    isTranslated: true,
    cost: 'search',
    permission: 'NONE',
    response: CulpritsResponse,
  })
  search(
    @Query() query: CulpritQuery,
    @CurrentCaller() caller: Caller,
    @CurrentReader() reader: Reader,
    @AnswerLanguage() language: Language,
  ): Promise<CulpritsResponse> {
    return this.culprits.search(query, caller, reader, language);
  }
}
