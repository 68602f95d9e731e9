import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { EventOf } from '../../core/event/event.types.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { lockFeatureEnvironments } from '../../flags/feature/feature-lock.js';
import { FeatureSwitchService } from '../../flags/feature/switch/feature-switch.service.js';
import { inEnvironment, type InverseTable, type Recorded, requireState } from './inverse.js';

type Switched = Recorded<EventOf<`feature-environment-${'enabled' | 'disabled'}`>>;

/** Undoes turning features on and off. */
@Injectable()
export class SwitchInverses {
  readonly table = {
    'feature-environment-enabled': {
      needs: inEnvironment(['UPDATE_FEATURE_ENVIRONMENT', 'DISABLE_FEATURE_ENVIRONMENT'], 'off'),
      undo: (events, caller) => this.turn(events, false, caller),
      isBulk: true,
    },
    'feature-environment-disabled': {
      needs: inEnvironment('UPDATE_FEATURE_ENVIRONMENT', 'on'),
      undo: (events, caller) => this.turn(events, true, caller),
      isBulk: true,
      isLast: true,
    },
  } satisfies InverseTable;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly switches: FeatureSwitchService,
  ) {}

  private turn(events: readonly Switched[], enabled: boolean, caller: Caller): Promise<void> {
    const { project, environment } = events[0]!;
    const at = { projectId: project, environment };
    const names = events.map(({ featureName }) => featureName);
    return this.unitOfWork.run(caller, async (tx) => {
      const places = [...(await lockFeatureEnvironments(tx, at, names)).values()];
      const moved = places.find((place) => place.enabled === enabled);
      requireState(
        !moved,
        `The feature "${moved?.featureName}" is ${enabled ? 'on' : 'off'} in "${environment}".`,
      );
      if (!enabled) return this.switches.turnAllOff(at, names, tx);
      const idle = places.find(({ activeStrategyCount }) => activeStrategyCount === 0);
      requireState(
        !idle,
        `The feature "${idle?.featureName}" no longer has an enabled strategy in ` +
          `"${environment}".`,
      );
      return this.switches.turnAllOn(at, names, false, tx);
    });
  }
}
