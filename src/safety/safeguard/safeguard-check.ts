import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
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
} from '../../governance/release-plan/safeguard/safeguard-value.js';
import { WatchedUsage } from '../../governance/release-plan/safeguard/watched-usage.js';
import { placeOf } from './feature-safeguard.service.js';
import {
  BEGIN,
  NOTE_CROSSED,
  READ_WATCHING,
  TRIGGER,
  type UncheckedSafeguard,
} from './feature-safeguard.sql.js';

/** Compares usage with the limit of a safeguard, and turns its feature off, once. */
@Injectable()
export class SafeguardCheck {
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
    const { safeguard, usageBaseline, crossedSince, isLongEnough } = at;
    if (usageBaseline === null) {
      const baseline = await this.usage.baselineOf(at, guardedBy(at));
      await this.database.run(BEGIN, [safeguard.id, JSON.stringify(baseline)], 'background');
      return;
    }
    const violation = await this.usage.violationOf(at, guardedBy(at));
    if (violation && isLongEnough) await this.trigger(at);
    else if ((violation !== undefined) !== (crossedSince !== null)) {
      const values = [safeguard.id, violation !== undefined] as const;
      await this.database.run(NOTE_CROSSED, values, 'background');
    }
  }

  /**
   * Turns the feature off if the safeguard still watches and the limit is still crossed: another
   * instance may have done so, or somebody may have turned the feature off and on meanwhile.
   */
  private async trigger(at: UncheckedSafeguard): Promise<void> {
    try {
      await this.turns.inTurn('switch', `safeguard ${at.safeguard.id}`, undefined, (lockMs) =>
        this.unitOfWork.together(() => this.turnOff(at), { connections: 'hot', lockMs }),
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
