import { type ExecutionContext, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { type Cost, isExpensive } from './endpoint-promise.js';
import { argumentsOf, promiseOf } from './endpoint.js';
import type { EndpointPromise } from './endpoint-promise.js';

/** What an operation is: its declaration, and what follows from it and from its handler. */
export interface Operation extends EndpointPromise {
  /** The declared cost; by default derived from permission, switch and method. */
  readonly cost: Cost;
  /** Whether a request changes nothing. */
  readonly isRead: boolean;
  /** Whether a caller may only run a few of them at the same time. */
  readonly isExpensive: boolean;
  /** Whether its handler takes a body. */
  readonly takesBody: boolean;
}

const READING: readonly unknown[] = [RequestMethod.GET, RequestMethod.HEAD, RequestMethod.OPTIONS];

/** By handler, since this is asked for each request. */
const operations = new WeakMap<object, Operation>();

/** The operation of a request. */
export function operationOf(context: ExecutionContext): Operation {
  const handler = context.getHandler();
  let operation = operations.get(handler);
  if (!operation) operations.set(handler, (operation = newOperation(context)));
  return operation;
}

function newOperation(context: ExecutionContext): Operation {
  const handler = context.getHandler();
  const promise = promiseOf(handler)!;
  const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod;
  const cost = promise.cost ?? usualCost(promise, method);
  return {
    ...promise,
    cost,
    isRead: READING.includes(method) || promise.reads === true,
    isExpensive: isExpensive(cost),
    takesBody: argumentsOf(context.getClass(), handler.name, RouteParamtypes.BODY).length > 0,
  };
}

function usualCost(
  { permission, switch: switching }: EndpointPromise,
  method: RequestMethod,
): Cost {
  if (switching === 'on' || switching === 'off') return 'none';
  const isOfSdk = [permission].flat().some((one) => one === 'CLIENT' || one === 'FRONTEND');
  if (isOfSdk) return 'sdk';
  return method === RequestMethod.GET ? 'read' : 'write';
}

/** Whether a path is one of the administration, however it is spelt. */
export function isAdminPath(path: string): boolean {
  return ADMIN_PATH.test(path);
}

/** Whether a request changes what people manage, by the administration or a switch elsewhere. */
export function isAdminChange(path: string, operation: Operation): boolean {
  return !operation.isRead && (operation.switch !== undefined || isAdminPath(path));
}

const ADMIN_PATH = /^\/api\/admin(\/|$)/i;
