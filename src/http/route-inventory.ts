import type { INestApplication, Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { type EndpointPromise, promiseOf } from './endpoint.js';
import { PERMISSIONS } from './permission.js';

/** A handler that a path leads to. */
export interface Route {
  /** Like `FeatureController.get`. */
  readonly handler: string;
  /** With the controller's own path. */
  readonly path: string;
  /** What it promises, or `undefined` when it made no promise. */
  readonly promise: EndpointPromise | undefined;
}

/** Handlers without a promise: nobody has said who may call them. */
export class UndeclaredRouteError extends Error {
  override readonly name = 'UndeclaredRouteError';

  constructor(routes: readonly Route[]) {
    const lines = routes.map(({ handler, path }) => `  ${handler} (${path})`).join('\n');
    super(
      `Every route says by @Endpoint what it promises, which permission it needs, and where. These do not:\n${lines}`,
    );
  }
}

/** Every route of an application. */
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
   * Lets no service start that has a route of which nobody knows who may call it, or where a
   * permission for it is needed: one that reaches no further than a project needs the project in
   * the path, or another place. @throws UndeclaredRouteError
   */
  requirePromises(): void {
    const undeclared = this.routes.filter(
      ({ promise, path }) =>
        !promise || (isPlaced(promise) && !promise.place && !path.includes(':projectId')),
    );
    if (undeclared.length > 0) throw new UndeclaredRouteError(undeclared);
  }
}

/** Whether a permission that it asks for is one of projects. */
function isPlaced({ permission }: EndpointPromise): boolean {
  const names = [permission].flat();
  return PERMISSIONS.some(({ name, reach }) => reach !== 'root' && names.includes(name));
}

function routesOf(controller: Type): Route[] {
  const base = [Reflect.getMetadata(PATH_METADATA, controller) as string | string[]]
    .flat()
    .join(', ');
  return methodsOf(controller.prototype as object).flatMap(([name, method]) => {
    if (Reflect.getMetadata(METHOD_METADATA, method) === undefined) return [];
    const path = [
      base,
      ...[Reflect.getMetadata(PATH_METADATA, method) as string | string[]].flat(),
    ].join('/');
    return [{ handler: `${controller.name}.${name}`, path, promise: promiseOf(method) }];
  });
}

/** The methods of a class and of those it extends; one that is overridden counts once. */
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
