import { Injectable } from '@nestjs/common';
import { requirePermission } from '../../core/auth/current-caller.js';
import type { Caller } from '../../core/auth/caller/caller.js';
import { ConfirmationGate } from '../../core/auth/session/confirmation-gate.js';
import { groupedBy } from '../../platform/database/grouped.js';
import type { EventOf } from '../../core/event/event.types.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { FeatureArchiveService } from '../../flags/feature/archive/feature-archive.service.js';
import { lockFeatures, requireLive } from '../../flags/feature/feature-lock.js';
import { FeatureSwitchService } from '../../flags/feature/switch/feature-switch.service.js';
import { ProjectArchiveService } from '../../flags/project/project-archive.service.js';
import { lockLiveProject } from '../../core/event/live-project.js';
import { inProject, type InverseTable, type Recorded, requireState } from './inverse.js';
import { READ_ON_SINCE_REVIVED, READ_ON_WHEN_ARCHIVED } from './inverses.sql.js';

type Archived = Recorded<EventOf<`feature-${'archived' | 'revived'}`>>;

/** Undoes archiving and reviving features and projects. */
@Injectable()
export class ArchiveInverses {
  readonly table = {
    'feature-archived': {
      needs: inProject('UPDATE_FEATURE'),
      undo: (events, caller) => this.revive(events, caller),
      isBulk: true,
    },
    'feature-revived': {
      needs: inProject('DELETE_FEATURE', 'off'),
      undo: (events, caller) => this.archive(events, caller),
      isBulk: true,
    },
    'project-archived': {
      needs: inProject('UPDATE_PROJECT'),
      undo: ([{ project }], caller) => this.projects.revive(project, caller),
    },
    'project-revived': {
      needs: inProject('DELETE_PROJECT'),
      undo: ([{ project }], caller) => this.projects.archive(project, caller),
    },
  } satisfies InverseTable;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly features: FeatureArchiveService,
    private readonly projects: ProjectArchiveService,
    private readonly switches: FeatureSwitchService,
    private readonly confirmations: ConfirmationGate,
  ) {}

  /** Revives features, and turns them on again where they were on. */
  private async revive(events: readonly Archived[], caller: Caller): Promise<void> {
    const [project, names, ids] = subjectsOf(events);
    const places = await this.unitOfWork.run(caller, async (tx) => {
      await lockLiveProject(tx, project);
      const archived = await lockFeatures(tx, project, names);
      const live = archived.find((feature) => !feature.archived);
      requireState(!live, `The feature "${live?.name}" is not archived.`);
      return tx.query(READ_ON_WHEN_ARCHIVED, [project, names, ids]);
    });
    await this.features.reviveAll(project, names, caller);
    for (const [environment, on] of groupedBy(places, (place) => place.environment)) {
      requirePermission(caller, 'UPDATE_FEATURE_ENVIRONMENT', { project, environment });
      const at = { projectId: project, environment };
      await this.confirmations.requireIn(caller, 'on', at);
      const wanted = on.map(({ featureName }) => featureName);
      await this.unitOfWork.run(caller, (tx) => this.switches.turnAllOn(at, wanted, false, tx));
    }
  }

  /** Archives features again, which stay on where the revival turned them on, for the next one. */
  private async archive(events: readonly Archived[], caller: Caller): Promise<void> {
    const [project, names, ids] = subjectsOf(events);
    await this.unitOfWork.run(caller, async (tx) => {
      await requireLive(tx, project, names, await lockFeatures(tx, project, names));
      const [on] = await tx.query(READ_ON_SINCE_REVIVED, [project, names, ids]);
      requireState(!on, `The feature "${on?.featureName}" is on in "${on?.environment}".`);
    });
    await this.features.archiveAll(project, names, caller, { isUnchecked: true });
  }
}

function subjectsOf(
  events: readonly Archived[],
): [project: string, names: string[], ids: number[]] {
  return [
    events[0]!.project,
    events.map(({ featureName }) => featureName),
    events.map(({ id }) => id),
  ];
}
