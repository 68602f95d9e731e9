import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { LiveSettings } from '../auth/live-settings.js';
import { Meters } from './meters.js';

/** A metric of backups, which the administration notes in the database. */
@Injectable()
export class BackupMeters {
  constructor({ registry }: Meters, settings: LiveSettings) {
    new Gauge({
      name: 'backup_last_success_timestamp_seconds',
      help: 'When the last backup was complete, in seconds since 1970; 0 before the first one.',
      registers: [registry],
      collect(): void {
        const backup = settings.get('backup');
        this.set(backup ? Date.parse(backup.completedAt) / 1_000 : 0);
      },
    });
  }
}
