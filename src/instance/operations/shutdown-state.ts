import { Injectable } from '@nestjs/common';
import { StoppingError } from '../../platform/errors/general.errors.js';
import type { HealthResponse } from './health.response.js';

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
