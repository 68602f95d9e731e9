import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/auth/caller/caller.js';
import { CurrentCaller, CurrentReader } from '../../core/auth/current-caller.js';
import { FeatureEnvironmentParams } from '../../flags/feature/feature.dto.js';
import type { Reader } from '../../platform/database/database.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { RemovalCertificateResponse, RemovalCheckResponse, RemovalQuery } from './removal.dto.js';
import { RemovalService } from './removal.service.js';

/** States whether features can be taken out of code. */
@ApiTags('Code References')
@Controller('api/admin/projects/:projectId/features/:featureName/environments/:environment')
export class RemovalController {
  constructor(private readonly removals: RemovalService) {}

  /**
   * Says what everybody gets and since when, how often and by which applications it was evaluated
   * since, and what speaks against a certificate.
   */
  @Get('removal-certificate')
  @Endpoint({
    id: 'checkRemoval',
    cost: 'search',
    permission: 'NONE',
    response: RemovalCheckResponse,
  })
  check(
    @Param() at: FeatureEnvironmentParams,
    @Query() { days }: RemovalQuery,
    @CurrentReader() reader: Reader,
  ): Promise<RemovalCheckResponse> {
    return this.removals.check(at, days, reader);
  }

  /**
   * Issues a signed certificate that everybody always got the same in the environment, for so many
   * days at least. Refused, with all reasons, where that is not certain. It is not kept.
   */
  @Post('removal-certificate')
  @Endpoint({
    id: 'issueRemovalCertificate',
    cost: 'search',
    permission: 'UPDATE_FEATURE',
    response: RemovalCertificateResponse,
    refusals: [403, 409],
  })
  issue(
    @Param() at: FeatureEnvironmentParams,
    @Query() { days }: RemovalQuery,
    @CurrentReader() reader: Reader,
    @CurrentCaller() caller: Caller,
  ): Promise<RemovalCertificateResponse> {
    return this.removals.issue(at, days, reader, caller);
  }
}
