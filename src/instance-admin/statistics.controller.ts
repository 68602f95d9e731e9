import { Controller, Get, Header, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentReader } from '../auth/current-reader.js';
import type { Reader } from '../database/database.js';
import { Endpoint } from '../http/endpoint.js';
import { StatisticsResponse } from './statistics.response.js';
import { StatisticsService } from './statistics.service.js';

const tag = 'Instance Admin';
/**
 * The reference deprecates the operation, and so do we from our first day on; nothing replaces it
 * yet.
 */
const deprecated = { since: new Date('2026-11-21T00:00:00Z') };

/** What the whole instance contains and how it is used. */
@Controller('api/admin/instance-admin/statistics')
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  /**
   * Counts what the instance contains and how it is used, in one snapshot, with a checksum that
   * anyone can verify.
   */
  @Get()
  @Header('Cache-Control', 'no-store')
  @Endpoint({
    id: 'getInstanceAdminStats',
    tag,
    permission: 'NONE',
    response: StatisticsResponse,
    refusals: [429],
    deprecated,
  })
  get(@CurrentReader() reader: Reader): Promise<StatisticsResponse> {
    return this.statistics.read(reader);
  }

  /** The statistics as a CSV file: a line of names and a line of values. */
  @Get('csv')
  @Header('Cache-Control', 'no-store')
  @Endpoint({
    id: 'getInstanceAdminStatsCsv',
    tag,
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
