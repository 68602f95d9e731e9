import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { DatabaseBusyError } from '../../platform/database/database.errors.js';
import { Semaphore } from '../../platform/database/semaphore.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import { SYSTEM } from '../../core/event/actor.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { ArchivedFeatureError } from '../../flags/feature/feature.errors.js';
import { lockFeatureEnvironment } from '../../flags/feature/feature-lock.js';
import { FeatureSwitchService } from '../../flags/feature/switch/feature-switch.service.js';
import { SwitchTurns } from '../../flags/feature/switch/switch-turns.js';
import { isBeyond } from '../../governance/release-plan/safeguard/safeguard-rules.js';
import { isSameJson } from '../../governance/release-plan/safeguard/same-json.js';
import { WatchedUsage } from '../../governance/release-plan/safeguard/watched-usage.js';
import { placeOf } from './feature-safeguard.service.js';
import {
  BEGIN,
  NOTE_CHECK,
  READ_WATCHING,
  TAKE_UNCHECKED,
  TRIGGER,
  type UncheckedSafeguard,
} from './feature-safeguard.sql.js';
import { Prometheus, QueryProblem } from './prometheus.js';
import { type Crossing, isQuery, sentenceOf } from './watched.js';
import { BackgroundJobs } from '../../platform/database/jobs/background-jobs.js';

/** What a check found. */
interface Found {
  crossing?: Crossing | undefined;
  /** Why there is no number. */
  problem?: string;
}

/** Safeguards whose usage is measured, or try to turn off, at the same time. */
const AT_ONCE = 4;

/** Compares usage with the limit of a safeguard, and turns its feature off, once. */
@Injectable()
export class SafeguardCheck {
  /** Not held while a check waits for a locked feature. */
  private readonly slots = new Semaphore(AT_ONCE, Infinity, () => new DatabaseBusyError());

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly usage: WatchedUsage,
    private readonly prometheus: Prometheus,
    private readonly switches: FeatureSwitchService,
    private readonly turns: SwitchTurns,
  ) {}

  /**
   * Checks a safeguard of a feature that is on. The first check after that begins to count. Nothing
   * is locked before the limit is crossed for long enough, because switches of the feature would
   * wait for it.
   */
  async check(at: UncheckedSafeguard): Promise<void> {
    // Queries take no slot: Prometheus may be slow, and its client limits how many run at a time.
    const crossing = isQuery(at.safeguard)
      ? await this.look(at)
      : await this.slots.run(() => this.look(at));
    if (crossing) await this.trigger(at, crossing);
  }

  /** @returns What is beyond the limit, for long enough. */
  private async look(at: UncheckedSafeguard): Promise<Crossing | undefined> {
    const { safeguard, usageBaseline, crossedSince, isLongEnough } = at;
    if (usageBaseline === null) {
      const baseline = await this.usage.baselineOf(at, guardedBy(at));
      await this.database.run(BEGIN, [safeguard.id, JSON.stringify(baseline)], 'background');
      return undefined;
    }
    const { crossing, problem = null } = await this.measure(at);
    if (crossing && isLongEnough) return crossing;
    const isCrossed = crossing !== undefined;
    if (isCrossed !== (crossedSince !== null) || problem !== at.problem)
      await this.database.run(NOTE_CHECK, [safeguard.id, isCrossed, problem], 'background');
    return undefined;
  }

  private async measure(at: UncheckedSafeguard): Promise<Found> {
    const { safeguard } = at;
    if (!isQuery(safeguard)) return { crossing: await this.usage.violationOf(at, guardedBy(at)) };
    try {
      const value = await this.prometheus.valueOf(safeguard.prometheusQuery);
      return isBeyond(safeguard, value) ? { crossing: { safeguard, value } } : {};
    } catch (error) {
      if (error instanceof QueryProblem) return { problem: error.message };
      throw error;
    }
  }

  /**
   * Turns the feature off if the safeguard still watches and the limit is still crossed: another
   * instance may have done so, or somebody may have turned the feature off and on meanwhile.
   */
  private async trigger(at: UncheckedSafeguard, crossing: Crossing): Promise<void> {
    try {
      const row = `safeguards of ${at.featureName} in ${at.environment}`;
      await this.turns.inTurn('switch', row, undefined, (lockMs) =>
        this.slots.run(() =>
          this.unitOfWork.together(() => this.turnOff(at, crossing), {
            connections: 'hotTransaction',
            lockMs,
          }),
        ),
      );
    } catch (error) {
      // Somebody has archived, moved or deleted it meanwhile.
      if (!(error instanceof NotFoundError || error instanceof ArchivedFeatureError)) throw error;
    }
  }

  private async turnOff(at: UncheckedSafeguard, measured: Crossing): Promise<void> {
    const { safeguard, featureName, environment, projectId } = at;
    const crossing = await this.unitOfWork.run(SYSTEM, async (tx) => {
      await lockFeatureEnvironment(tx, at);
      const [present] = await tx.query(READ_WATCHING, [safeguard.id]);
      if (!present?.isLongEnough) return undefined;
      const found = await this.stillFound(present, measured, tx);
      if (found) await tx.query(TRIGGER, [safeguard.id, found.value]);
      return found;
    });
    if (!crossing) return;
    const reason = sentenceOf(crossing);
    const actor = { ...SYSTEM, token: tokenOf(crossing, reason) };
    const wish = { forcedFor: reason, skipsApproval: true };
    await this.switches.allOff({ projectId, environment }, [featureName], actor, wish);
    await this.unitOfWork.run(SYSTEM, async (tx) => {
      const data = { ...crossing, forMinutes: at.forMinutes, reason };
      await tx.record({ type: 'feature-safeguard-triggered', ...placeOf(at), data });
    });
  }

  /** Measures usage again. Nobody waits for Prometheus with a lock, so a query's number stands. */
  private async stillFound(
    present: UncheckedSafeguard,
    measured: Crossing,
    tx: Tx,
  ): Promise<Crossing | undefined> {
    if (!isQuery(present.safeguard)) return this.usage.violationOf(present, guardedBy(present), tx);
    return isSameJson(present.safeguard, measured.safeguard) ? measured : undefined;
  }
}

/** What usage has to be measured for it: none for a query. */
function guardedBy({ safeguard, now, usageBaseline }: UncheckedSafeguard) {
  return { safeguards: isQuery(safeguard) ? [] : [safeguard], now, usageBaseline };
}

/** What the event of turning off says about the safeguard. */
function tokenOf({ safeguard: { id } }: Crossing, name: string) {
  return { type: 'safeguard', id, name } as const;
}

const EVERY_MS = 5_000;
/** How long a check of a safeguard is enough, for all instances. */
const CHECK_SECONDS = 10;
/** Safeguards per run. */
const BATCH = 100;

/** Looks on every instance for safeguards that have to be checked. */
@Injectable()
export class SafeguardJobs {
  private readonly log = new Logger(SafeguardJobs.name);

  constructor(
    private readonly database: Database,
    private readonly checks: SafeguardCheck,
    jobs: BackgroundJobs,
  ) {
    this.add(jobs, 'feature-safeguards', false);
    this.add(jobs, 'safeguard-queries', true);
  }

  /** Those of queries have a job of their own, since all of one run are waited for. */
  private add(jobs: BackgroundJobs, name: string, ofQueries: boolean): void {
    const run = async () => ((await this.watch(ofQueries)) ? 0 : EVERY_MS);
    jobs.add({ name, everyMs: EVERY_MS, run });
  }

  /**
   * Compares what is measured with the limits of safeguards, some at a time. One that fails, or
   * that waits for a locked feature, does not keep the others from their turn.
   * @param ofQueries Whether those that watch queries are checked, or all others.
   * @param seconds How old a check may be.
   * @returns Whether there may be more to check.
   */
  async watch(ofQueries: boolean, seconds = CHECK_SECONDS): Promise<boolean> {
    const values = [seconds, BATCH, ofQueries] as const;
    const unchecked = await this.database.run(TAKE_UNCHECKED, [...values], 'background');
    const checks = await Promise.allSettled(unchecked.map((one) => this.check(one)));
    const failed = checks.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
    return unchecked.length === BATCH;
  }

  private async check(one: UncheckedSafeguard): Promise<void> {
    try {
      await this.checks.check(one);
    } catch (error) {
      this.log.error(`The safeguard ${one.safeguard.id} failed.`, error);
      throw error;
    }
  }
}
