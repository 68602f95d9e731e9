import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Reader } from '../../../platform/database/database.js';
import { CurrentReader } from '../../../core/auth/current-caller.js';
import type { Request, Response } from 'express';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { LoginHistoryQuery, LoginHistoryResponse } from './login-history.dto.js';
import { LoginHistoryReadModel } from './login-history.read-model.js';

const CSV = 'text/csv';

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
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @CurrentReader() reader: Reader,
  ): Promise<Json<LoginHistoryResponse> | string> {
    const type = request.accepts(['application/json', CSV]) === CSV ? CSV : 'application/json';
    response.type(type);
    return type === CSV ? this.logins.listCsv(query, reader) : this.logins.list(query, reader);
  }
}
