import { Controller, Get, Module, Post, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readFileSync } from 'node:fs';
import { setUp } from '../../src/app.setup.js';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { Endpoint } from '../../src/platform/http/endpoint.js';
import { RouteInventory } from '../../src/platform/http/route-inventory.js';
import { TestService } from '../support/service.js';

@Controller('declared')
class DeclaredController {
  @Get(':id')
  @Endpoint({ id: 'getDeclared', tag: 'Test', permission: 'NONE' })
  get(): void {}
}

@Controller('forgetful')
class ForgetfulController {
  @Get('first')
  first(): void {}

  @Post('second')
  @Endpoint({ id: 'second', tag: 'Test', permission: 'ADMIN' })
  second(): void {}
}

/** A controller that inherits a route without a declaration. */
@Controller('heir')
class HeirController extends ForgetfulController {
  override second(): void {}

  notARoute(): void {}
}

/** A route with a project permission and without a project in its path. */
@Controller('nowhere')
class NowhereController {
  @Get('things/:featureName')
  @Endpoint({ id: 'nowhere', tag: 'Test', permission: ['ADMIN', 'UPDATE_FEATURE'] })
  nowhere(): void {}

  @Get('placed/:featureName')
  @Endpoint({
    id: 'placed',
    tag: 'Test',
    permission: 'UPDATE_FEATURE',
    place: { feature: 'featureName' },
  })
  placed(): void {}

  @Get('projects/:projectId')
  @Endpoint({ id: 'inProject', tag: 'Test', permission: 'UPDATE_FEATURE' })
  inProject(): void {}
}

@Module({ controllers: [NowhereController] })
class NowhereModule {}

@Module({ controllers: [DeclaredController] })
class DeclaredModule {}

@Module({ controllers: [DeclaredController, ForgetfulController, HeirController] })
class ForgetfulModule {}

const inventoryOf = async (module: Type): Promise<RouteInventory> => {
  const app = await NestFactory.create(module, { logger: false });
  await app.close();
  return RouteInventory.of(app);
};

test('routes that all made their promise may start', async () => {
  const inventory = await inventoryOf(DeclaredModule);

  expect(inventory.routes.map(({ handler, path }) => [handler, path])).toEqual([
    ['DeclaredController.get', 'declared/:id'],
  ]);
  expect(() => inventory.requirePromises()).not.toThrow();
});

test('a route without a promise keeps the service from starting, and is named', async () => {
  const inventory = await inventoryOf(ForgetfulModule);

  expect(() => inventory.requirePromises()).toThrow(
    expect.objectContaining({
      name: 'UndeclaredRouteError',
      message: expect.stringContaining('  ForgetfulController.first (forgetful/first)'),
    }),
  );
  expect(() => inventory.requirePromises()).toThrow('HeirController.first (heir/first)');
  expect(() => inventory.requirePromises()).not.toThrow(/second|DeclaredController/);
});

test('a route that needs a permission of a project says which project', async () => {
  const inventory = await inventoryOf(NowhereModule);

  expect(() => inventory.requirePromises()).toThrow(
    'NowhereController.nowhere (nowhere/things/:featureName)',
  );
  expect(() => inventory.requirePromises()).not.toThrow(/placed|inProject/);
});

test('the start of the service asks for that first', async () => {
  const app = await NestFactory.create<NestExpressApplication>(ForgetfulModule, { logger: false });

  expect(() => setUp(app, loadConfig({}))).toThrow(
    'Every route must declare its permission and its place with @Endpoint',
  );
  await app.close();
});

describe('of the routes of the service,', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(() => service.stop());

  test('every route has made its promise, each under a name of its own', () => {
    const { routes } = RouteInventory.of(service.service.app);
    const ids = routes.map(({ promise }) => promise?.id);

    expect(routes.filter(({ promise }) => !promise)).toEqual([]);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(routes.length).toBeGreaterThan(10);
  });

  test('only what turns features on or off has the turns of switches', () => {
    const { routes } = RouteInventory.of(service.service.app);
    const switches = routes.filter(({ promise }) => promise!.switch !== undefined);
    expect(switches.map(({ promise }) => `${promise!.id}: ${promise!.switch}`).sort()).toEqual([
      'archiveFeature: archive',
      'archiveFeatures: archive',
      'bulkToggleFeaturesEnvironmentOff: off',
      'bulkToggleFeaturesEnvironmentOn: on',
      'sendSignal: off',
      'toggleFeatureEnvironmentOff: off',
      'toggleFeatureEnvironmentOn: on',
      'useEmergencyLink: off',
    ]);
  });

  test('only the listed routes are open without credentials', () => {
    const { routes } = RouteInventory.of(service.service.app);
    const open = routes
      .filter(({ promise }) => promise?.permission === 'PUBLIC')
      .map(({ promise }) => promise!);

    // Operations for operators, and for callers who are about to sign in.
    // A guard asks for the token of the directory.
    const tags = ['Operational', 'Auth', 'Public signup tokens', 'Directory'];
    // Edges ask which tokens are valid before they have one themselves (reference behaviour), and
    // only learn about these.
    // The secret of an emergency link or of a signal is all that it needs.
    // Witnesses see the size and root of the audit log only, and sign with their keys.
    // The root leads to the console, and is no operation of the document.
    const operations = [
      'getRoot',
      'getValidTokens',
      'getEmergencyLinkPage',
      'useEmergencyLink',
      'sendSignal',
      'getWitnessCheckpoint',
      'addCosignatures',
    ];
    const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
      paths: Record<string, Record<string, { operationId: string; tags: [string] }>>;
    };
    const tagOf = new Map(
      Object.values(paths)
        .flatMap((methods) => Object.values(methods))
        .map(({ operationId, tags: [tag] }) => [operationId, tag]),
    );
    const others = open.filter(({ id }) => !operations.includes(id));
    expect(others.filter(({ id }) => !tags.includes(tagOf.get(id) ?? ''))).toEqual([]);
  });
});
