import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { DatabaseBusyError } from '../../platform/database/database.errors.js';
import { Semaphore } from '../../platform/database/semaphore.js';
import { NotFoundError } from '../../platform/errors/general.errors.js';
import { SYSTEM } from '../../core/event/actor.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { ArchivedFeatureError } from '../../flags/feature/feature.errors.js';
import { lockFeatureEnvironment } from '../../flags/feature/feature-lock.js';
import { FeatureSwitchService } from '../../flags/feature/switch/feature-switch.service.js';
import { SwitchTurns } from '../../flags/feature/switch/switch-turns.js';
import {
  reasonOf,
  type Violation,
} from '../../governance/release-plan/safeguard/safeguard-rules.js';
import { WatchedUsage } from '../../governance/release-plan/safeguard/watched-usage.js';
import { placeOf } from './feature-safeguard.service.js';
import {
  BEGIN,
  NOTE_CROSSED,
  READ_WATCHING,
  TRIGGER,
  type UncheckedSafeguard,
} from './feature-safeguard.sql.js';

/** Safeguards that are measured, or try to turn off, at the same time. */
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
    private readonly switches: FeatureSwitchService,
    private readonly turns: SwitchTurns,
  ) {}

  /**
   * Checks a safeguard of a feature that is on. The first check after that begins to count. Nothing
   * is locked before the limit is crossed for long enough, because switches of the feature would
   * wait for it.
   */
  async check(at: UncheckedSafeguard): Promise<void> {
    const isDue = await this.slots.run(() => this.measure(at));
    if (isDue) await this.trigger(at);
  }

  /** @returns Whether the limit is crossed for long enough. */
  private async measure(at: UncheckedSafeguard): Promise<boolean> {
    const { safeguard, usageBaseline, crossedSince, isLongEnough } = at;
    if (usageBaseline === null) {
      const baseline = await this.usage.baselineOf(at, guardedBy(at));
      await this.database.run(BEGIN, [safeguard.id, JSON.stringify(baseline)], 'background');
      return false;
    }
    const isCrossed = (await this.usage.violationOf(at, guardedBy(at))) !== undefined;
    if (isCrossed && isLongEnough) return true;
    if (isCrossed !== (crossedSince !== null))
      await this.database.run(NOTE_CROSSED, [safeguard.id, isCrossed], 'background');
    return false;
  }

  /**
   * Turns the feature off if the safeguard still watches and the limit is still crossed: another
   * instance may have done so, or somebody may have turned the feature off and on meanwhile.
   */
  private async trigger(at: UncheckedSafeguard): Promise<void> {
    try {
      const row = `safeguards of ${at.featureName} in ${at.environment}`;
      await this.turns.inTurn('switch', row, undefined, (lockMs) =>
        this.slots.run(() =>
          this.unitOfWork.together(() => this.turnOff(at), {
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

  private async turnOff(at: UncheckedSafeguard): Promise<void> {
    const { safeguard, featureName, environment, projectId } = at;
    const violation = await this.unitOfWork.run(SYSTEM, async (tx) => {
      await lockFeatureEnvironment(tx, at);
      const [present] = await tx.query(READ_WATCHING, [safeguard.id]);
      if (!present?.isLongEnough) return undefined;
      const found = await this.usage.violationOf(at, guardedBy(present), tx);
      if (found) await tx.query(TRIGGER, [safeguard.id, found.value]);
      return found;
    });
    if (!violation) return;
    const reason = reasonOf(violation);
    const actor = { ...SYSTEM, token: tokenOf(violation, reason) };
    const wish = { forcedFor: reason, skipsApproval: true };
    await this.switches.allOff({ projectId, environment }, [featureName], actor, wish);
    await this.unitOfWork.run(SYSTEM, async (tx) => {
      const { value } = violation;
      const data = { safeguard: violation.safeguard, forMinutes: at.forMinutes, value, reason };
      await tx.record({ type: 'feature-safeguard-triggered', ...placeOf(at), data });
    });
  }
}

function guardedBy({ safeguard, now, usageBaseline }: UncheckedSafeguard) {
  return { safeguards: [safeguard], now, usageBaseline };
}

/** What the event of turning off says about the safeguard. */
function tokenOf({ safeguard: { id } }: Violation, name: string) {
  return { type: 'safeguard', id, name } as const;
}
