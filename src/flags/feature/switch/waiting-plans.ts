import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../core/event/tx.js';
import type { ProjectEnvironmentParams } from '../../project/project.dto.js';

/**
 * Starts the release plans of features, which are locked, within a transaction.
 * @returns The features whose plan has started.
 */
type PlanStarter = (
  featureNames: readonly string[],
  at: ProjectEnvironmentParams,
  tx: Tx,
) => Promise<ReadonlySet<string>>;

/**
 * What turns features on whose release plan has not started: the first milestone starts instead of
 * the default strategy being added. Release plans are a domain above features, so they register
 * themselves here.
 */
@Injectable()
export class WaitingPlans {
  private starter?: PlanStarter;

  /** Registers how plans are started. */
  startWith(starter: PlanStarter): void {
    this.starter = starter;
  }

  /** Starts plans unless the change is only checked. @returns The features whose plan started. */
  async start(
    featureNames: readonly string[],
    at: ProjectEnvironmentParams,
    tx: Tx,
  ): Promise<ReadonlySet<string>> {
    if (featureNames.length === 0 || tx.onlyChecks || !this.starter) return new Set();
    return this.starter(featureNames, at, tx);
  }
}
