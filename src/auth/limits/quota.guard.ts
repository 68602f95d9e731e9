import { type CanActivate, type ExecutionContext, Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import type { Response } from 'express';
import { type Cost, isExpensive } from '../../http/cost.js';
import { promiseOf } from '../../http/endpoint.js';
import type { EndpointPromise } from '../../http/endpoint-promise.js';
import type { SlotRequest } from '../../http/slot.interceptor.js';
import type { CalledRequest } from '../caller/called-request.js';
import { callerKeyOf } from './caller-key.js';
import { RequestQuota } from './request-quota.js';

/** Refuses requests beyond the quota of their caller, before any other work. */
@Injectable()
export class QuotaGuard implements CanActivate {
  private readonly costs = new WeakMap<object, Cost>();

  constructor(private readonly quota: RequestQuota) {}

  /** @throws QuotaExceededError */
  canActivate(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    let cost = this.costs.get(handler);
    if (cost === undefined) this.costs.set(handler, (cost = costOf(handler)));
    const http = context.switchToHttp();
    const request = http.getRequest<CalledRequest & SlotRequest>();
    if (cost === 'none') cost = costOfPreview(request, promiseOf(handler));
    request.cost = cost;
    if (cost === 'none') return true;
    const key = callerKeyOf(request);
    request.callerKey = key;
    this.quota.spend(key, cost);
    if (isExpensive(cost)) {
      const expensive = cost;
      request.enterSlot = () => this.quota.enter(key, expensive, http.getResponse<Response>());
    }
    return true;
  }
}

/** Switching is never refused, but its preview is a read like others. */
function costOfPreview(request: CalledRequest, promise: EndpointPromise | undefined): Cost {
  if (!promise?.dryRun || !request.url.includes('?') || request.query['dryRun'] !== 'true')
    return 'none';
  return promise.dryRun.of === 'feature' ? 'write' : 'heavy';
}

/**
 * The declared cost of a route; by default derived from its permission (SDK routes) or method (read
 * or write).
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
