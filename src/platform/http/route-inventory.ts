import { type INestApplication, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import type { NextFunction, Request, Response } from 'express';
import { promiseOf } from './endpoint.js';
import type { EndpointPromise } from './endpoint-promise.js';
import { PERMISSIONS } from './permission.js';

/** Requests below `/api` have been authenticated, so nobody else finds out which paths exist. */
const API = /^\/api\//i;

/** A handler with its path. */
export interface Route {
  /** Class and method, such as `FeatureController.get`. */
  readonly handler: string;
  /** Method of HTTP, such as `GET`. */
  readonly method: string;
  /** Full path, including the controller's. */
  readonly path: string;
  /** Its declaration; `undefined` when it has none. */
  readonly promise: EndpointPromise | undefined;
}

/** Routes without a declared permission. */
export class UndeclaredRouteError extends Error {
  override readonly name = 'UndeclaredRouteError';

  constructor(routes: readonly Route[]) {
    const lines = routes.map(({ handler, path }) => `  ${handler} (${path})`).join('\n');
    super(
      'Every route must declare its permission and its place with @Endpoint. These do ' +
        `not:\n${lines}`,
    );
  }
}

/** All routes of the application. */
export class RouteInventory {
  private constructor(readonly routes: readonly Route[]) {}

  static of(app: INestApplication): RouteInventory {
    const modules = [...app.get(ModulesContainer, { strict: false }).values()];
    const controllers = modules.flatMap((module) =>
      [...module.controllers.values()].map((wrapper) => wrapper.metatype as Type),
    );
    return new RouteInventory([...new Set(controllers)].flatMap(routesOf));
  }

  /**
   * Checks that every route declares its permission, and that project and environment permissions
   * have a place to apply to: a project in the path or a declared `place`.
   * @throws UndeclaredRouteError
   */
  requirePromises(): void {
    const undeclared = this.routes.filter(
      ({ promise, path }) =>
        !promise || (isPlaced(promise) && !promise.place && !path.includes(':projectId')),
    );
    if (undeclared.length > 0) throw new UndeclaredRouteError(undeclared);
  }
}

/** Whether all required permissions are project or environment permissions. */
function isPlaced({ permission }: EndpointPromise): boolean {
  const names = [permission].flat();
  return PERMISSIONS.some(({ name, reach }) => reach !== 'root' && names.includes(name));
}

function routesOf(controller: Type): Route[] {
  const base = [Reflect.getMetadata(PATH_METADATA, controller) as string | string[]]
    .flat()
    .join(', ');
  return methodsOf(controller.prototype as object).flatMap(([name, method]) => {
    const verb = Reflect.getMetadata(METHOD_METADATA, method) as RequestMethod | undefined;
    if (verb === undefined) return [];
    const path = [
      base,
      ...[Reflect.getMetadata(PATH_METADATA, method) as string | string[]].flat(),
    ].join('/');
    const handler = `${controller.name}.${name}`;
    return [{ handler, method: RequestMethod[verb]!, path, promise: promiseOf(method) }];
  });
}

/** Methods of a class and its base classes; overridden ones once. */
function methodsOf(prototype: object | null): [string, object][] {
  const methods = new Map<string, object>();
  for (
    let level = prototype;
    level && level !== Object.prototype;
    level = Object.getPrototypeOf(level) as object | null
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      if (name !== 'constructor' && typeof value === 'function' && !methods.has(name))
        methods.set(name, value as object);
    }
  }
  return [...methods];
}

/**
 * Answers `OPTIONS` with the methods of the path, as the reference does. A path that no route knows
 * is 404 like for every other method.
 */
export function answerAllowedMethods(routes: readonly Route[]) {
  const patterns = routes.map(({ path, method }) => ({ segments: segmentsOf(path), method }));
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.method !== 'OPTIONS' || !API.test(request.path)) return next();
    const segments = segmentsOf(request.path);
    const found = patterns.filter((one) => matches(one.segments, segments));
    if (found.length === 0) return next();
    const methods = found.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const list = [...new Set(methods)].join();
    response.set('Allow', list).send(list);
  };
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Fixed segments match regardless of letter case, as in routing. */
function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every(
      (part, index) =>
        part.startsWith(':') || part.toLowerCase() === segments[index]!.toLowerCase(),
    )
  );
}
