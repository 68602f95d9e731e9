import { Injectable } from '@nestjs/common';
import { requirePermission } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { ConfirmationGate } from '../../core/auth/session/confirmation-gate.js';
import { EnvironmentService } from '../../flags/environment/environment.service.js';
import type { EventOf } from '../../core/event/event.types.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { DefaultStrategyDto } from '../../flags/feature/default-strategy/default-strategy.dto.js';
import { DefaultStrategyService } from '../../flags/feature/default-strategy/default-strategy.service.js';
import { FeatureSwitchService } from '../../flags/feature/switch/feature-switch.service.js';
import { validated } from '../../platform/http/validation/validation.pipe.js';
import { ProjectEnvironmentService } from '../../flags/project-contents/project-environment.service.js';
import {
  inInstance,
  inProject,
  type InverseTable,
  type Recorded,
  requireState,
} from './inverse.js';
import { HAS_TURNED_OFF, READ_TURNED_OFF } from './inverses.sql.js';

/** Undoes changes of environments, and of the environments of projects. */
@Injectable()
export class EnvironmentInverses {
  readonly table = {
    'environment-updated': {
      needs: inInstance('UPDATE_ENVIRONMENT'),
      undo: async ([{ environment, preData }], caller) => {
        const { type, sortOrder } = preData;
        await this.environments.update(environment, { type, sortOrder }, caller);
      },
      mirror: {
        subject: ({ environment }) => `The environment "${environment}"`,
        type: 'environment-updated',
        ignoring: ['enabled'],
      },
    },
    'project-environment-added': {
      needs: inProject('UPDATE_PROJECT', 'off'),
      undo: ([event], caller) => this.remove(event, caller),
      mirror: {
        subject: ({ project, environment }) =>
          `The default strategy of "${project}" in "${environment}"`,
        type: 'project-environment-removed',
      },
    },
    'project-environment-removed': {
      needs: inProject('UPDATE_PROJECT'),
      undo: ([event], caller) => this.add(event, caller),
    },
  } satisfies InverseTable;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly environments: EnvironmentService,
    private readonly projectEnvironments: ProjectEnvironmentService,
    private readonly defaultStrategies: DefaultStrategyService,
    private readonly switches: FeatureSwitchService,
    private readonly confirmations: ConfirmationGate,
  ) {}

  /** Removes an environment from a project, unless features are on there. */
  private async remove(
    { project, environment }: Recorded<EventOf<'project-environment-added'>>,
    caller: Caller,
  ): Promise<void> {
    await this.projectEnvironments.remove(project, environment, caller);
    const [turnedOff] = await this.unitOfWork.run(caller, (tx) =>
      tx.query(HAS_TURNED_OFF, [project, environment]),
    );
    requireState(!turnedOff!.found, `Features of "${project}" are on in "${environment}".`);
  }

  /** Adds an environment with its default strategy, and turns features on that were on there. */
  private async add(
    { id, project, environment, preData }: Recorded<EventOf<'project-environment-removed'>>,
    caller: Caller,
  ): Promise<void> {
    const at = { projectId: project, environment };
    await this.projectEnvironments.add(project, { environment }, caller);
    if (preData) {
      const dto = await validated(DefaultStrategyDto, preData.defaultStrategy, '/preData');
      await this.defaultStrategies.set(at, dto, caller);
    }
    const wasOn = await this.unitOfWork.run(caller, (tx) => tx.query(READ_TURNED_OFF, [id]));
    if (wasOn.length === 0) return;
    requirePermission(caller, 'UPDATE_FEATURE_ENVIRONMENT', { project, environment });
    await this.confirmations.requireIn(caller, 'on', at);
    const names = wasOn.map(({ featureName }) => featureName);
    await this.unitOfWork.run(caller, (tx) => this.switches.turnAllOn(at, names, false, tx));
  }
}
