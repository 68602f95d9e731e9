import { Injectable, Logger } from '@nestjs/common';
import type { Actor } from '../../../core/event/actor.js';
import { LiveSettings } from '../../../core/auth/live-settings.js';
import { MaintenanceError } from '../../../platform/errors/general.errors.js';
import { isAdminChange, type Operation } from '../../../platform/http/operation.js';
import type { MaintenanceDto, MaintenanceResponse } from './maintenance.dto.js';

/** Maintenance mode: while it is on, writes are refused on all instances. */
@Injectable()
export class MaintenanceService {
  private readonly log = new Logger(MaintenanceService.name);
  private wasEnabled = false;

  constructor(private readonly settings: LiveSettings) {
    settings.onChange(() => this.tell());
  }

  /** The mode in this instance's copy of the settings. */
  get current(): MaintenanceResponse {
    const stored = this.settings.get('maintenance');
    return {
      enabled: stored?.enabled ?? false,
      reason: stored?.reason ?? null,
      refuseTurningOff: stored?.refuseTurningOff ?? false,
    };
  }

  /** Turns the mode on or off. Omitted properties get their default. */
  async set(dto: MaintenanceDto, actor: Actor): Promise<void> {
    const { enabled, reason, refuseTurningOff = false } = dto;
    await this.settings.set(
      'maintenance',
      { enabled, reason: reason || null, refuseTurningOff },
      actor,
      'maintenance.mode', // as the reference names it
    );
  }

  /**
   * Refuses writes to the admin API, and emergency links, while the mode is on. Turning it off is
   * always possible, as is revoking emergency links and signals, and so is turning features off
   * unless the mode refuses that too.
   * @throws MaintenanceError
   */
  requireOff(operation: Operation, path: string): void {
    const { enabled, reason, refuseTurningOff } = this.current;
    if (!enabled || !isAdminChange(path, operation)) return;
    if (operation.inMaintenance) return;
    if (operation.switch === 'off' && !refuseTurningOff) return;
    const why = reason ? ` The reason: ${reason}` : '';
    throw new MaintenanceError(`Maintenance mode is on, so nothing can be changed.${why}`);
  }

  private tell(): void {
    const { enabled, reason } = this.current;
    if (enabled === this.wasEnabled) return;
    this.wasEnabled = enabled;
    if (enabled) this.log.warn({ reason }, 'Maintenance mode is on: writes are refused with 503.');
    else this.log.log('Maintenance mode is off: writes are accepted again.');
  }
}
