import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { whilePreviewing } from '../../core/event/approval.js';
import type { Tx } from '../../core/event/tx.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import type { GuardWish } from '../../flags/preview/change-guard/change-guard.dto.js';
import type { WarningResponse } from '../../flags/preview/impact.response.js';
import { groupedBy } from '../../platform/database/grouped.js';
import { DatabaseErrorTranslator } from '../../platform/database/constraint-errors.js';
import { ApiError } from '../../platform/errors/api-error.js';
import { OWN, RELEASE } from './as-code.sql.js';
import {
  changesOf,
  type Comparison,
  type FeatureChange,
  type Finding,
  type PlannedChange,
  type ThingChange,
} from './comparison.js';
import { FeatureCarrier } from './feature-carrier.js';
import { ThingCarrier } from './thing-carrier.js';

/** How changes are carried out. */
interface Carrying {
  /** Label of the folder that things belong to; null if they belong to none. */
  owner: string | null;
  caller: Caller;
  wish: GuardWish;
}

/** Carries out all changes of a plan, in an order in which each is possible. */
@Injectable()
export class PlanCarrier {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly features: FeatureCarrier,
    private readonly things: ThingCarrier,
    private readonly errors: DatabaseErrorTranslator,
  ) {}

  /**
   * Makes all changes, within a transaction of the caller.
   * @returns The warnings of guards.
   * @throws the errors of the single operations.
   */
  async carryOut(plan: Comparison, carrying: Carrying): Promise<WarningResponse[]> {
    const { caller } = carrying;
    const warnings: WarningResponse[] = [];
    for (const change of plan.things)
      if (change.action !== 'delete') await this.things.write(change, caller);
    for (const [project, some] of byProject(plan.features))
      for (const one of await this.features.carryOut(project, some, { ...carrying, ...plan }))
        warnings.push(one);
    for (const change of deletedIn(plan)) await this.things.remove(change, caller);
    await this.unitOfWork.run(caller, (tx) => settle(plan, carrying, tx));
    return warnings;
  }

  /** Makes all changes and undoes them. @returns What was refused. */
  async rehearse(plan: Comparison, carrying: Carrying): Promise<Finding[]> {
    const { caller } = carrying;
    const errors: Finding[] = [];
    const attempt = async (kind: string, name: string, work: () => Promise<unknown>) => {
      try {
        await work();
      } catch (error) {
        errors.push({ kind, name, message: this.refusalIn(error) });
      }
    };
    await this.unitOfWork.rehearse(async (giveWay) => {
      errors.length = 0;
      for (const change of plan.things)
        if (change.action !== 'delete')
          await attempt(change.kind, change.name, () => this.things.write(change, caller));
      for (const [project, some] of byProject(plan.features)) {
        await giveWay();
        await attempt('project', project, () =>
          whilePreviewing({ project, environment: '' }, () =>
            this.features.carryOut(project, some, { ...carrying, ...plan }),
          ),
        );
      }
      for (const change of deletedIn(plan))
        await attempt(change.kind, change.name, () => this.things.remove(change, caller));
    });
    return errors;
  }

  /** The message of a refusal. @throws any other error. */
  private refusalIn(error: unknown): string {
    if (error instanceof ApiError && error.status < 500) return error.message;
    const refusal = this.errors.isTransient(error) ? undefined : this.errors.translate(error);
    if (!refusal || refusal.status >= 500) throw error;
    return refusal.message;
  }
}

/** The changes by project, in the order in which projects are locked. */
export function byProject(changes: readonly FeatureChange[]): [string, FeatureChange[]][] {
  return [...groupedBy(changes, ({ project }) => project)].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** What is deleted besides features: what uses others first. */
const deletedIn = ({ things }: Comparison): ThingChange[] =>
  things.filter(({ action }) => action === 'delete').reverse();

/** Stores the owner of each thing, and records one event of the plan for each project. */
async function settle(plan: Comparison, { owner }: Carrying, tx: Tx): Promise<void> {
  if (owner === null) return;
  const changes = changesOf(plan);
  const owned = changes.filter(({ action, adopts }) => adopts || action === 'create');
  await tx.query(OWN, [owner, JSON.stringify(owned.map(keyOfOwned))]);
  const released = [...plan.things, ...plan.features].flatMap(({ action, present }) =>
    (action === 'delete' || action === 'release') && present?.managedId ? [present.managedId] : [],
  );
  await tx.query(RELEASE, [released]);
  const projects = [...groupedBy(changes, ({ project }) => project ?? '')];
  await tx.recordAll(
    projects.map(([project, some]) => ({
      type: 'code-applied' as const,
      ...(project ? { project } : {}),
      data: { owner, hash: plan.hash, ...countsOf(some) },
    })),
  );
}

function keyOfOwned({ kind, name }: PlannedChange): object {
  if (kind !== 'tag') return { [kind]: name };
  const at = name.indexOf(':');
  return { tagOfType: name.slice(0, at), tagValue: name.slice(at + 1) };
}

/** How many things a plan creates, changes, deletes, adopts and releases. */
function countsOf(changes: readonly PlannedChange[]): Record<string, number> {
  const counts = groupedBy(changes, ({ action }) => action);
  return Object.fromEntries([...counts].map(([action, some]) => [action, some.length]));
}
