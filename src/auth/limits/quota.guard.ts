import { type CanActivate, type ExecutionContext, Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import type { Response } from 'express';
import { type Cost, isExpensive } from '../../http/cost.js';
import { promiseOf } from '../../http/endpoint.js';
import type { SlotRequest } from '../../http/slot.interceptor.js';
import { networkOf } from './network.js';
import type { CalledRequest } from '../caller/called-request.js';
import { RequestQuota } from './request-quota.js';

/** Refuses requests beyond the quota of their caller, before anything else is done for them. */
@Injectable()
export class QuotaGuard implements CanActivate {
  private readonly costs = new WeakMap<object, Cost>();

  constructor(private readonly quota: RequestQuota) {}

  /** @throws QuotaExceededError */
  canActivate(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    let cost = this.costs.get(handler);
    if (cost === undefined) this.costs.set(handler, (cost = costOf(handler)));
    if (cost === 'none') return true;
    const http = context.switchToHttp();
    const request = http.getRequest<CalledRequest & SlotRequest>();
    const key = keyOf(request);
    request.callerKey = key;
    this.quota.spend(key, cost);
    if (isExpensive(cost)) {
      const expensive = cost;
      request.enterSlot = () => this.quota.enter(key, expensive, http.getResponse<Response>());
    }
    return true;
  }
}

/**
 * What a route says that it costs; otherwise SDKs' routes are told by their permission, and reads
 * from writes by their method.
 */
function costOf(handler: object): Cost {
  const promise = promiseOf(handler);
  if (promise?.cost) return promise.cost;
  if (
    [promise?.permission]
      .flat()
      .some((permission) => permission === 'CLIENT' || permission === 'FRONTEND')
  )
    return 'sdk';
  return Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.GET ? 'read' : 'write';
}

/**
 * Whose quota it is: that of an API token, of a user by whatever token or session, or of an
 * address.
 */
function keyOf({ caller, ip }: CalledRequest): string {
  if (!caller) return `address ${networkOf(ip ?? '')}`;
  return caller.kind === 'user' ? `user ${caller.userId}` : `token ${caller.tokenId}`;
}
