import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { MaintenanceError } from '../../errors/general.errors.js';
import { promiseOf } from '../../http/endpoint.js';
import { isReading } from '../../http/reading.js';
import { MaintenanceService } from './maintenance.service.js';

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
    const promise = promiseOf(context.getHandler());
    if (isReading(method, promise) || !/^\/api\/admin(\/|$)/i.test(path)) return true;
    const { id = '' } = promise ?? {};
    if (id === 'toggleMaintenance') return true;
    if (TURNING_OFF.has(id) && !refuseTurningOff) return true;
    const why = reason ? ` The reason: ${reason}` : '';
    throw new MaintenanceError(`Maintenance mode is on, so nothing can be changed.${why}`);
  }
}
