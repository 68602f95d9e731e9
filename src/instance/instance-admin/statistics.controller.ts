import {
  Controller,
  createParamDecorator,
  type ExecutionContext,
  Get,
  Header,
  Res,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentReader } from '../../core/auth/current-caller.js';
import type { Reader } from '../../platform/database/database.js';
import { BadDataError } from '../../platform/errors/general.errors.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { SignedStatisticsResponse, StatisticsResponse } from './statistics.response.js';
import { StatisticsService } from './statistics.service.js';

/** Content type of a JSON Web Signature in its JSON form (RFC 7515). */
const JOSE = 'application/jose+json';

/**
 * Whether statistics are wanted signed: by `?signed=true`, or by `Accept`. OpenAPI describes the
 * parameter in the text of the operation only: generated clients of the reference call it without
 * arguments, and would have to pass some if it were declared.
 * @throws BadDataError
 */
const IsSigned = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const http = context.switchToHttp();
  const request = http.getRequest<Request>();
  const { signed = 'false' } = request.query;
  if (signed !== 'true' && signed !== 'false')
    throw new BadDataError('The query parameter signed must be "true" or "false".');
  const isSigned = signed === 'true' || request.accepts(['application/json', JOSE]) === JOSE;
  http.getResponse<Response>().type(isSigned ? JOSE : 'application/json');
  return isSigned;
});

/** The reference deprecates this operation without a replacement, and so does this service. */
const deprecated = { since: new Date('2026-11-21T00:00:00Z') };

/** Reads the statistics of the whole instance. */
@ApiTags('Instance Admin')
@Controller('api/admin/instance-admin/statistics')
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  /**
   * Counts what the instance contains and how it is used, in one snapshot, with a checksum that
   * anyone can verify. Signed when the request prefers `application/jose+json`, or with
   * the query parameter `signed=true`.
   */
  @Get()
  @Header('Cache-Control', 'no-store')
  @Endpoint({
    id: 'getInstanceAdminStats',
    permission: 'NONE',
    response: StatisticsResponse,
    alternative: JOSE,
    alternativeResponse: SignedStatisticsResponse,
    refusals: [400, 429],
    deprecated,
  })
  get(
    @IsSigned() isSigned: boolean,
    @CurrentReader() reader: Reader,
  ): Promise<StatisticsResponse | SignedStatisticsResponse> {
    return isSigned ? this.statistics.readSigned(reader) : this.statistics.read(reader);
  }

  /** Reads the statistics as CSV: a header line and a line of values. */
  @Get('csv')
  @Header('Cache-Control', 'no-store')
  @Endpoint({
    id: 'getInstanceAdminStatsCsv',
    permission: 'NONE',
    contentType: 'text/csv; charset=utf-8',
    refusals: [429],
    deprecated,
  })
  async csv(
    @CurrentReader() reader: Reader,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const { name, text } = await this.statistics.readCsv(reader);
    response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
    return text;
  }
}
