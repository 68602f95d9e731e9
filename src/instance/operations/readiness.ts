import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { DatabaseUnavailableError } from '../../platform/database/database.errors.js';
import { Database } from '../../platform/database/database.js';
import {
  EmbeddedDatabaseStatus,
  ONLY_HERE,
} from '../../platform/database/embedded/embedded-database.module.js';
import { withTimeout } from '../../platform/database/with-timeout.js';
import { ApiError } from '../../platform/errors/api-error.js';
import type { HealthResponse, ReadyDrillResponse, ReadyResponse } from './health.response.js';
import { MaintenanceService } from './maintenance/maintenance.service.js';
import { ASK } from './operations.sql.js';
import { StoppingError } from '../../platform/errors/general.errors.js';

const PERCENT = 100;

/** The last drill of the kill switch found something broken, or there was none. */
export class KillSwitchBrokenError extends ApiError {
  readonly status = 503;

  constructor({ broken, lastSuccessAt, budgetLeft }: ReadyDrillResponse) {
    const what = broken.length > 0 ? `found something broken: ${broken.join(', ')}` : 'is missing';
    super(
      `The last drill of the kill switch ${what}. ` +
        `The last one in time: ${lastSuccessAt ?? 'none'}. ` +
        `Left of the error budget of the month: ${Math.round(budgetLeft * PERCENT)} %.`,
    );
  }
}

/** Shorter than typical timeouts of probes. */
const TIMEOUT_MS = 2_000;

/** Checks whether PostgreSQL answers. */
@Injectable()
export class Readiness {
  /** What the last drill found; undefined when this instance takes part in none. */
  drill: (() => Promise<ReadyDrillResponse>) | undefined;

  constructor(
    private readonly database: Database,
    private readonly embedded: EmbeddedDatabaseStatus,
    private readonly maintenance: MaintenanceService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Like {@link check}, with what the last drill of the kill switch found.
   * @throws KillSwitchBrokenError when something was broken.
   * @throws DatabaseUnavailableError as {@link check}.
   */
  async checkDrill(): Promise<ReadyResponse> {
    const ready = await this.check();
    if (!this.drill) return ready;
    const drill = await withTimeout(TIMEOUT_MS, this.drill());
    if (!drill.healthy) throw new KillSwitchBrokenError(drill);
    return { ...ready, drill };
  }

  /**
   * @throws DatabaseUnavailableError when PostgreSQL does not answer within {@link TIMEOUT_MS}.
   */
  async check(): Promise<ReadyResponse> {
    const embedded = this.embedded.current;
    if (embedded && embedded.state !== 'running') {
      const since = embedded.since.toISOString();
      throw new DatabaseUnavailableError(
        `The embedded database is ${embedded.state} since ${since}. The log has the reason.`,
      );
    }
    await withTimeout(TIMEOUT_MS, this.database.run(ASK, [], 'hot'));
    const maintenance = this.maintenance.current;
    return {
      health: 'GOOD',
      ...(embedded && {
        embeddedDatabase: {
          ...embedded,
          since: embedded.since.toISOString(),
          ...(this.config.isProduction && { warning: ONLY_HERE }),
        },
      }),
      ...(maintenance.enabled && { maintenance }),
    };
  }
}

/** Whether this instance is being stopped. */
@Injectable()
export class ShutdownState {
  isStopping = false;

  /** @throws StoppingError so that load balancers send requests to other instances. */
  health(): HealthResponse {
    if (this.isStopping) throw new StoppingError('This instance is being stopped.');
    return { health: 'GOOD' };
  }
}
