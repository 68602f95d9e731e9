import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { type CalledRequest, CurrentReader } from '../../core/auth/current-caller.js';
import type { Reader } from '../../platform/database/database.js';
import { Endpoint } from '../../platform/http/endpoint.js';
import { EventIdPipe } from '../../platform/http/validation/id.pipe.js';
import type { Waiting } from '../../platform/http/waiting.js';
import { ReceiptQuery, ReceiptResponse } from './receipt.dto.js';
import { Receipts } from './receipts.js';

/** Content type of a JSON Web Signature in its compact form (RFC 7515). */
const JOSE = 'application/jose';

/** Proves who has a switch. */
@ApiTags('Events')
@Controller('api/admin/events/:id/receipt')
export class ReceiptController {
  constructor(private readonly receipts: Receipts) {}

  /**
   * Makes a signed receipt of an event that turned a feature on or off: the event, its proof once
   * it is sealed, and which connected SDKs, applications and instances have the change now. It is
   * not kept. Callers that prefer `application/jose` get the signed receipt alone.
   */
  @Get()
  @Endpoint({
    id: 'getEventReceipt',
    cost: 'search',
    permission: 'NONE',
    response: ReceiptResponse,
    alternative: JOSE,
    params: { id: 'Id of the event.' },
    refusals: [403, 429],
  })
  async get(
    @Param('id', EventIdPipe) id: number,
    @Query() { format }: ReceiptQuery,
    @CurrentReader() reader: Reader,
    @Req() request: CalledRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Waiting<ReceiptResponse | string>> {
    const isAlone =
      format === 'jose' || (!format && request.accepts(['application/json', JOSE]) === JOSE);
    return (await this.receipts.of(id, request, reader)).map((made) => {
      response.type(isAlone ? JOSE : 'application/json');
      if (!isAlone) return made;
      response.setHeader('Content-Disposition', `attachment; filename="receipt-${id}.jws"`);
      return made.receipt;
    });
  }
}
