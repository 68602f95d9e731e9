import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import type { DependencyPayload } from '../../core/event/feature-events.js';
import type { EventOf } from '../../core/event/event.types.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { FeatureDependencyService } from '../../flags/feature/dependency/feature-dependency.service.js';
import { lockFeatures, requireLive } from '../../flags/feature/feature-lock.js';
import {
  inProject,
  type InverseTable,
  type Recorded,
  requireAsLeft,
  requireRecorded,
} from './inverse.js';
import { READ_DEPENDENCIES } from './inverses.sql.js';

type OfDependencies =
  | EventOf<'feature-dependency-added'>
  | EventOf<'feature-dependency-removed'>
  | EventOf<'feature-dependencies-removed'>;

/** Undoes changes of dependencies between features. */
@Injectable()
export class DependencyInverses {
  readonly table = {
    'feature-dependency-added': {
      needs: inProject('UPDATE_FEATURE_DEPENDENCY'),
      undo: ([event], caller) =>
        this.change(event, [event.data], event.preData?.dependencies ?? [], caller),
    },
    'feature-dependency-removed': {
      needs: inProject('UPDATE_FEATURE_DEPENDENCY'),
      undo: ([event], caller) =>
        this.change(event, [], [requireRecorded(event.preData, 'the dependency')], caller),
    },
    'feature-dependencies-removed': {
      needs: inProject('UPDATE_FEATURE_DEPENDENCY'),
      undo: ([event], caller) => {
        const { dependencies } = requireRecorded(event.preData, 'the dependencies');
        return this.change(event, [], dependencies, caller);
      },
      // Archiving removes them, so the feature has to be revived first.
      isLast: true,
    },
  } satisfies InverseTable;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly dependencies: FeatureDependencyService,
  ) {}

  private async change(
    event: Recorded<OfDependencies>,
    left: readonly DependencyPayload[],
    before: readonly DependencyPayload[],
    caller: Caller,
  ): Promise<void> {
    const [parent, ...others] = before;
    // A feature has at most one parent now; those of earlier versions could have several.
    requireRecorded(others.length === 0 ? true : null, 'a single former parent');
    const at = { projectId: event.project, child: event.featureName };
    await this.unitOfWork.run(caller, async (tx) => {
      const involved = [...left, ...before].map(({ feature }) => feature);
      const features = await lockFeatures(tx, at.projectId, [at.child, ...involved]);
      await requireLive(tx, at.projectId, [at.child], features);
      const subject = `What "${at.child}" depends on`;
      requireAsLeft(subject, (await read(at.child, tx)).map(whole), left.map(whole));
      if (parent) await this.dependencies.put(at, parent, tx);
    });
    if (!parent) await this.dependencies.remove({ ...at, parent: left[0]!.feature }, caller);
  }
}

async function read(child: string, tx: Tx): Promise<DependencyPayload[]> {
  const [row] = await tx.query(READ_DEPENDENCIES, [child]);
  return row!.dependencies;
}

/** A dependency with all properties. */
function whole({ feature, enabled, variants }: DependencyPayload): DependencyPayload {
  return { feature, enabled, variants: variants ?? [] };
}
