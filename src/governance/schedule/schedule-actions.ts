import { Injectable } from '@nestjs/common';
import { ChangeActions } from '../change-request/actions/change-actions.js';
import {
  action,
  type ActionName,
  type ChangeAction,
  objectOf,
  type ReadPayload,
  TO_TURN_OFF,
} from '../change-request/actions/change-action.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { FeatureArchiveService } from '../../flags/feature/archive/feature-archive.service.js';
import { FeatureSwitchService } from '../../flags/feature/switch/feature-switch.service.js';
import {
  GuardQuery,
  guardWishOf,
  turnOffWishOf,
} from '../../flags/preview/change-guard/change-guard.dto.js';
import { TurnOnPayload } from './schedule.dto.js';
import type { ScheduledAction } from './states.js';

/** What schedules can do, by the services of the direct operations. */
@Injectable()
export class ScheduleActions {
  private readonly switching: Readonly<Record<'on' | 'off' | 'archive', ChangeAction>> = {
    on: action(objectOf(TurnOnPayload), {
      anyOf: () => ['UPDATE_FEATURE_ENVIRONMENT'],
      apply: (at, { shouldActivateDisabledStrategies: activates = false }, caller) =>
        this.unitOfWork.run(caller, (tx) =>
          this.switches.turnAllOn(at, [at.featureName], activates, tx),
        ),
    }),
    // With a reason, turning off is also possible where approvals are required.
    off: action(objectOf(GuardQuery, guardWishOf), {
      anyOf: ({ force }) => (force ? [...TO_TURN_OFF, 'SKIP_CHANGE_REQUEST'] : TO_TURN_OFF),
      apply: (at, payload, caller) =>
        this.switches.allOff(at, [at.featureName], caller, turnOffWishOf(payload, caller, at)),
    }),
    archive: action(objectOf(GuardQuery, guardWishOf), {
      anyOf: () => ['DELETE_FEATURE'],
      apply: (at, payload, caller) => this.archives.archive(at, caller, guardWishOf(payload)),
    }),
  };

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly switches: FeatureSwitchService,
    private readonly archives: FeatureArchiveService,
    private readonly changes: ChangeActions,
  ) {}

  /**
   * Validates the input of an action. `path` is its position in error messages.
   * @throws BadDataError
   */
  read(name: ScheduledAction, payload: unknown, path = '/body/payload'): Promise<ReadPayload> {
    if (name === 'on' || name === 'off' || name === 'archive')
      return this.switching[name](payload, path);
    return this.changes.table[name satisfies ActionName](payload, path);
  }
}
