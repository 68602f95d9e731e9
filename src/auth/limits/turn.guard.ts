import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { RequestTransaction } from '../../database/request-transaction.js';
import { isExpensive } from '../../http/cost.js';
import { promiseOf } from '../../http/endpoint.js';
import type { EndpointPromise } from '../../http/endpoint-promise.js';
import { isReading } from '../../http/reading.js';
import type { SlotRequest } from '../../http/slot.interceptor.js';
import { beginTurn } from '../../http/turn.js';
import type { CalledRequest } from '../caller/called-request.js';
import { callerKeyOf } from './caller-key.js';
import { RequestQuota, type TurnKind } from './request-quota.js';

/**
 * Lets each caller make only a few changes, and a few reads, at the same time. A change that waits
 * for a locked row, or for another request with its idempotency key, keeps its connection
 * meanwhile, so one caller could take the connections of all others, and many reads their places in
 * the queue. Runs before the guards that begin a transaction. Expensive reads have slots instead,
 * and streams have limits of their own.
 *
 * Switches have turns of their own, so that none waits behind an import. Plain ones hold no
 * connection while they wait for a row, so a caller may make more of them at the same time than of
 * those with an idempotency key or a precondition.
 */
@Injectable()
export class TurnGuard implements CanActivate {
  constructor(private readonly quota: RequestQuota) {}

  /** @throws QuotaExceededError when too many of the caller wait, or this one too long. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const promise = promiseOf(context.getHandler());
    const isSwitch = promise?.cost === 'none';
    const http = context.switchToHttp();
    const request = http.getRequest<CalledRequest & SlotRequest>();
    const isOfUsers = request.caller?.kind === 'user' || request.caller?.kind === 'admin';
    if (!isOfUsers || request.cost === 'sdk') return true;
    const isRead = isReading(request.method, promise);
    if (isRead && (isExpensive(request.cost) || isStream(promise))) return true;
    const ofSwitch = RequestTransaction.ofRequest ? 'switch' : 'plainSwitch';
    const kind = isRead ? 'read' : isSwitch ? ofSwitch : 'change';
    return this.takeTurn(kind, callerKeyOf(request), http.getResponse<Response>());
  }

  private async takeTurn(kind: TurnKind, key: string, response: Response): Promise<true> {
    beginTurn(response, await this.quota.takeTurn(key, kind, response));
    return true;
  }
}

function isStream(promise: EndpointPromise | undefined): boolean {
  return promise?.contentType === 'text/event-stream';
}
