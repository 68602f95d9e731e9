import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { RequestTransaction } from '../../database/request-transaction.js';
import { promiseOf } from '../../http/endpoint.js';
import { isReading } from '../../http/reading.js';
import { beginTurn } from '../../http/turn.js';
import type { CalledRequest } from '../caller/called-request.js';
import { callerKeyOf } from './caller-key.js';
import { RequestQuota } from './request-quota.js';

/**
 * Lets each caller make only a few changes at the same time. A change that waits for a locked row,
 * or for another request with its idempotency key, keeps its connection meanwhile, so one caller
 * could take the connections of all others. Runs before the guards that begin a transaction.
 *
 * Switches need no turn, because they do not wait on their connection. With an idempotency key or a
 * precondition they may have to, and have turns of their own, so that none waits behind an import.
 */
@Injectable()
export class TurnGuard implements CanActivate {
  constructor(private readonly quota: RequestQuota) {}

  /** @throws QuotaExceededError when too many changes of the caller wait, or this one too long. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const promise = promiseOf(context.getHandler());
    const isSwitch = promise?.cost === 'none';
    if (isSwitch && !RequestTransaction.ofRequest) return true;
    const http = context.switchToHttp();
    const request = http.getRequest<CalledRequest>();
    const isOfUsers = request.caller?.kind === 'user' || request.caller?.kind === 'admin';
    if (!isOfUsers || isReading(request.method, promise)) return true;
    return this.takeTurn(isSwitch, callerKeyOf(request), http.getResponse<Response>());
  }

  private async takeTurn(isSwitch: boolean, key: string, response: Response): Promise<true> {
    beginTurn(response, await this.quota.takeTurn(key, isSwitch, response));
    return true;
  }
}
