import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Reader } from '../../../platform/database/database.js';
import { CurrentReader } from '../../../core/auth/current-caller.js';
import { CSV, IsCsv } from '../../../platform/http/csv.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { LoginHistoryQuery, LoginHistoryResponse } from './login-history.dto.js';
import { LoginHistoryReadModel } from './login-history.read-model.js';

/** The login history. */
@ApiTags('Instance Admin')
@Controller('api/admin/logins')
export class LoginHistoryController {
  constructor(private readonly logins: LoginHistoryReadModel) {}

  /**
   * Lists successful and failed logins, newest first. As CSV when the request prefers `text/csv` to
   * JSON.
   */
  @Get()
  @Endpoint({
    id: 'getLoginHistory',
    cost: 'search',
    permission: ['ADMIN', 'READ_LOGS'],
    response: LoginHistoryResponse,
    alternative: CSV,
  })
  list(
    @Query() query: LoginHistoryQuery,
    @CurrentReader() reader: Reader,
    @IsCsv() isCsv: boolean,
  ): Promise<Json<LoginHistoryResponse> | string> {
    return isCsv ? this.logins.listCsv(query, reader) : this.logins.list(query, reader);
  }
}
