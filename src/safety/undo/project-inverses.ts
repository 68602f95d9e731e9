import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { EventOf } from '../../core/event/event.types.js';
import { DefaultStrategyDto } from '../../flags/feature/default-strategy/default-strategy.dto.js';
import { DefaultStrategyService } from '../../flags/feature/default-strategy/default-strategy.service.js';
import { validated } from '../../platform/http/validation/validation.pipe.js';
import {
  ProjectConfirmationDto,
  ProjectGuardDto,
} from '../../flags/project/policy/project-policy.dto.js';
import { ProjectPolicyService } from '../../flags/project/policy/project-policy.service.js';
import { ProjectService, type ProjectSettings } from '../../flags/project/project.service.js';
import { inProject, type InverseTable, type Need, type Recorded } from './inverse.js';

const SETTINGS: readonly string[] = [
  'name',
  'description',
  'mode',
  'defaultStickiness',
  'featureLimit',
  'featureNaming',
  'linkTemplates',
];

/** Undoes changes of the settings of projects. */
@Injectable()
export class ProjectInverses {
  readonly table = {
    'project-updated': {
      needs: (event) => inProject('UPDATE_PROJECT', confirmationFor(event))(event),
      undo: ([event], caller) => this.restore(event, caller),
      mirror: {
        subject: ({ project }) => `The project "${project}"`,
        type: 'project-updated',
        ignoring: ['archivedAt'],
      },
    },
    'default-strategy-updated': {
      needs: ({ project, environment }) => ({
        anyOf: ['UPDATE_PROJECT', 'PROJECT_DEFAULT_STRATEGY_WRITE'],
        project,
        environment,
      }),
      undo: ([event], caller) => this.putDefaultStrategy(event, caller),
      mirror: {
        subject: ({ project, environment }) =>
          `The default strategy of "${project}" in "${environment}"`,
        type: 'default-strategy-updated',
      },
    },
  } satisfies InverseTable;

  constructor(
    private readonly projects: ProjectService,
    private readonly policies: ProjectPolicyService,
    private readonly defaultStrategies: DefaultStrategyService,
  ) {}

  private async restore(
    { project, preData }: Recorded<EventOf<'project-updated'>>,
    caller: Caller,
  ): Promise<void> {
    if ('confirmInProduction' in preData) {
      const given = { inProduction: preData.confirmInProduction };
      const { inProduction } = await validated(ProjectConfirmationDto, given, '/preData');
      await this.policies.change(project, { confirmInProduction: inProduction }, caller);
      return;
    }
    if ('guard' in preData) {
      const { guard } = await validated(ProjectGuardDto, { guard: preData.guard }, '/preData');
      await this.policies.change(project, { guard }, caller);
      return;
    }
    const settings = Object.entries(preData).filter(([name]) => SETTINGS.includes(name));
    await this.projects.restoreSettings(
      project,
      Object.fromEntries(settings) as ProjectSettings,
      caller,
    );
  }

  private async putDefaultStrategy(
    { project, environment, preData }: Recorded<EventOf<'default-strategy-updated'>>,
    caller: Caller,
  ): Promise<void> {
    const at = { projectId: project, environment };
    if (!preData) return this.defaultStrategies.clear(at, caller);
    const dto = await validated(DefaultStrategyDto, preData, '/preData');
    await this.defaultStrategies.set(at, dto, caller);
  }
}

/** Changing what has to be confirmed must be confirmed itself. */
function confirmationFor({ data }: EventOf<'project-updated'>): Need['confirm'] {
  return 'confirmInProduction' in data ? 'policy' : undefined;
}
