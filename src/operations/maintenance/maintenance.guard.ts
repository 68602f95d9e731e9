import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { MaintenanceError } from '../../errors/general.errors.js';
import { promiseOf } from '../../http/endpoint.js';
import { MaintenanceService } from './maintenance.service.js';

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Operations that send a body and change nothing. */
const READING_WITH_BODY: ReadonlySet<string> = new Set([
  'deprecatedSearchEvents',
  'getAdvancedPlayground',
  'getPlayground',
  'validate',
  'validateArchiveFeatures',
  'validateConstraint',
  'validateEnvironmentName',
  'validateFeature',
  'validateImport',
  'validateProject',
  'validateRole',
  'validateSegment',
  'validateTagType',
  'validateUserPassword',
]);

const TURNING_OFF: ReadonlySet<string> = new Set([
  'toggleFeatureEnvironmentOff',
  'bulkToggleFeaturesEnvironmentOff',
]);

/**
 * Refuses writes to the admin API while maintenance mode is on. Turning it off is always possible,
 * and so is turning features off unless the mode refuses that too.
 */
@Injectable()
export class MaintenanceGuard implements CanActivate {
  constructor(private readonly maintenance: MaintenanceService) {}

  /** @throws MaintenanceError */
  canActivate(context: ExecutionContext): boolean {
    const { enabled, reason, refuseTurningOff } = this.maintenance.current;
    if (!enabled) return true;
    const { method, path } = context.switchToHttp().getRequest<Request>();
    if (READING.has(method) || !/^\/api\/admin(\/|$)/i.test(path)) return true;
    const { id = '' } = promiseOf(context.getHandler()) ?? {};
    if (id === 'toggleMaintenance' || READING_WITH_BODY.has(id)) return true;
    if (TURNING_OFF.has(id) && !refuseTurningOff) return true;
    const why = reason ? ` The reason: ${reason}` : '';
    throw new MaintenanceError(`Maintenance mode is on, so nothing can be changed.${why}`);
  }
}
