import { Injectable } from '@nestjs/common';
import type { Caller } from '../../core/auth/caller/caller.js';
import { ConflictError } from '../../platform/errors/general.errors.js';
import { PermissionError } from '../../core/auth/caller/auth.errors.js';
import { ConfirmationGate } from '../../core/auth/session/confirmation-gate.js';
import { UnitOfWork } from '../../core/event/unit-of-work.js';
import { PayloadSchemaService } from '../../flags/feature/payload-schema/payload-schema.service.js';
import { guardWishOf } from '../../flags/preview/change-guard/change-guard.dto.js';
import { Impacts } from '../../flags/preview/impacts.js';
import { FeatureNamingRules } from '../../flags/project/feature-naming.js';
import { Database } from '../../platform/database/database.js';
import type { JsonParts } from '../../platform/http/json.js';
import { TimeSlice } from '../../platform/sandbox/time-slice.js';
import type {
  AppliedResponse,
  ApplyDto,
  ImpactOfPlanResponse,
  PlanDto,
  PlanResponse,
  PlanSummaryResponse,
} from './as-code.dto.js';
import type { DesiredStateDto } from './desired-state.dto.js';
import { ApprovalsNeededError, NotApplicableError, PlanChangedError } from './as-code.errors.js';
import { READ_STATE } from './as-code.sql.js';
import {
  changesOf,
  compared,
  type Comparison,
  type FeatureChange,
  type Finding,
} from './comparison.js';
import { byProject, PlanCarrier } from './plan-carrier.js';
import { lockAll } from './plan-locks.js';
import { keyOf, stateOf } from './present-state.js';
import {
  type ApprovalNeeded,
  approvalsFor,
  lackingFor,
  type NeededPermission,
  seesRoles,
} from './requirements.js';
import { desiredOf, nameOfThing, THING_KINDS } from './things.js';
import { inParts } from '../../platform/http/json-list.js';

/** No folder has this label. */
const NO_FOLDER = '';

/** In how many environments of projects a plan shows the impact at most. */
const MAX_IMPACTS = 20;

/** Larger plans are not tried out, which would take seconds: the features are locked meanwhile. */
const MAX_TRIED_OUT = 200;

/** Plans what makes the service as files describe it, and carries such plans out. */
@Injectable()
export class PlanService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly carrier: PlanCarrier,
    private readonly naming: FeatureNamingRules,
    private readonly schemas: PayloadSchemaService,
    private readonly impacts: Impacts,
    private readonly confirmations: ConfirmationGate,
  ) {}

  /**
   * Compares what is wanted with what is, in one snapshot, and tries the changes out, unless they
   * are of many features. Changes nothing.
   */
  async plan(dto: PlanDto, caller: Caller): Promise<JsonParts<PlanResponse>> {
    const comparison = await this.compare(dto, caller);
    const slice = new TimeSlice();
    const permissions = lackingFor(caller, comparison);
    await slice.rest();
    const approvals = approvalsFor(comparison);
    const triedOut =
      comparison.errors.length === 0 &&
      permissions.length === 0 &&
      comparison.features.length <= MAX_TRIED_OUT;
    const faults = triedOut ? await this.tryOut(comparison, dto, caller) : [];
    const errors = [...comparison.errors, ...faults];
    await slice.rest();
    const impact = await this.impactOf(comparison.features, caller);
    await slice.rest();
    return responseOf(comparison, { triedOut, errors, permissions, approvals, impact });
  }

  /**
   * Carries out a plan, in one transaction.
   * @throws PlanChangedError when a plan made now would be another one.
   * @throws NotApplicableError when the plan has errors.
   * @throws PermissionError, ConfirmationRequired as the single operations.
   * @throws ApprovalsNeededError when it changes environments that require approvals.
   */
  async apply(dto: ApplyDto, caller: Caller): Promise<AppliedResponse> {
    const wish = guardWishOf(dto.guard ?? {});
    const seen = await this.require(dto, caller);
    await this.prepare(seen.features);
    return this.unitOfWork.together(async () => {
      await this.confirm(seen, caller);
      await this.unitOfWork.run(caller, (tx) => lockAll(seen, tx));
      // What was changed while it waited for the locks counts, too.
      const plan = await this.require(dto, caller);
      const warnings = await this.carrier.carryOut(plan, { owner: dto.owner, caller, wish });
      return { hash: plan.hash, summary: summaryOf(plan), warnings };
    });
  }

  /**
   * Checks whether everything that is described can be created. Call it before the transaction.
   * @returns What creates it, which belongs to no folder then, as a part of a transaction.
   * @throws ConflictError when some of it exists.
   * @throws errors of {@link apply}.
   */
  async toCreate(state: DesiredStateDto, caller: Caller): Promise<() => Promise<void>> {
    const dto = { owner: NO_FOLDER, state };
    const check = async (): Promise<Comparison> => {
      const comparison = await this.compare(dto, caller);
      requireNew(state, comparison);
      return requireApplicable(comparison, caller);
    };
    const seen = await check();
    await this.prepare(seen.features);
    return async () => {
      await this.confirm(seen, caller);
      await this.unitOfWork.run(caller, (tx) => lockAll(seen, tx));
      const wish = { atLeast: 'none' } as const;
      await this.carrier.carryOut(await check(), { owner: null, caller, wish });
    };
  }

  private async compare(dto: PlanDto, caller: Caller): Promise<Comparison> {
    const { features = [] } = dto.state;
    const named = THING_KINDS.map((kind) => [
      kind,
      desiredOf(kind, dto.state).map((thing) => nameOfThing(kind, thing)),
    ]) as [string, string[]][];
    const names = new Map(named);
    for (const { project } of features) names.get('project')!.push(project);
    names.set(
      'feature',
      features.map(({ name }) => name),
    );
    const rows = await this.database.run(READ_STATE, [
      JSON.stringify(Object.fromEntries(names)),
      dto.owner,
      caller.hiddenProjects,
      seesRoles(caller),
    ]);
    return compared(dto, await stateOf(rows));
  }

  private async require(dto: ApplyDto, caller: Caller): Promise<Comparison> {
    const comparison = await this.compare(dto, caller);
    if (comparison.hash !== dto.hash) throw new PlanChangedError(dto.seen, comparison);
    return requireApplicable(comparison, caller);
  }

  /** Makes the changes and undoes them, so that a plan without errors can be carried out. */
  private async tryOut(
    comparison: Comparison,
    { owner }: PlanDto,
    caller: Caller,
  ): Promise<Finding[]> {
    await this.prepare(comparison.features);
    return this.carrier.rehearse(comparison, { owner, caller, wish: { isUnchecked: true } });
  }

  /** Does outside of the transaction what could hold it up: patterns and schemas are checked. */
  private async prepare(changes: readonly FeatureChange[]): Promise<void> {
    for (const { desired } of changes)
      if (desired?.payloadSchema) await this.schemas.requireSchema(desired.payloadSchema.schema);
    const created = changes.filter(({ action }) => action === 'create');
    for (const [project, some] of byProject(created))
      await this.naming.prepare(
        project,
        some.map(({ name }) => name),
      );
  }

  private async confirm({ features, things }: Comparison, caller: Caller): Promise<void> {
    for (const { projectId, environment } of placesOf(features))
      await this.confirmations.requireIn(caller, 'on', { projectId, environment });
    for (const { kind, name } of things) {
      if (kind === 'role') await this.confirmations.requireIn(caller, 'sensitive', {});
      if (kind === 'project')
        await this.confirmations.requireIn(caller, 'off', { projectId: name });
    }
  }

  private async impactOf(
    changes: readonly FeatureChange[],
    caller: Caller,
  ): Promise<ImpactOfPlanResponse[]> {
    const impacts: ImpactOfPlanResponse[] = [];
    for (const { projectId: project, environment, features } of placesOf(changes).slice(
      0,
      MAX_IMPACTS,
    )) {
      const subject = { features, project, environment, isOn: false };
      const impact = JSON.parse(await this.impacts.of(subject, caller)) as never;
      impacts.push({ project, environment, impact });
    }
    return impacts;
  }
}

/** @throws NotApplicableError, PermissionError, ApprovalsNeededError */
function requireApplicable(comparison: Comparison, caller: Caller): Comparison {
  if (comparison.errors.length > 0) throw new NotApplicableError(comparison.errors);
  const lacking = lackingFor(caller, comparison);
  if (lacking.length > 0)
    throw new PermissionError([...new Set(lacking.map(({ permission }) => permission))]);
  const approvals = approvalsFor(comparison);
  if (approvals.length > 0) throw new ApprovalsNeededError(approvals);
  return comparison;
}

/** @throws ConflictError when something exists that is to be created. */
function requireNew(wanted: DesiredStateDto, { state }: Comparison): void {
  const feature = wanted.features?.find(({ name }) => state.features.has(name));
  if (feature) throw new ConflictError(`There is a feature "${feature.name}" already.`);
  for (const kind of THING_KINDS)
    for (const thing of desiredOf(kind, wanted)) {
      const name = nameOfThing(kind, thing);
      if (state.things.has(keyOf(kind, name)))
        throw new ConflictError(`There is a ${kind} "${name}" already.`);
    }
}

/** Where present features change for SDKs, and which. */
function placesOf(
  changes: readonly FeatureChange[],
): { projectId: string; environment: string; features: string[] }[] {
  const places = new Map<string, { projectId: string; environment: string; features: string[] }>();
  for (const { name, project: projectId, action, differences, present } of changes) {
    const everywhere = action === 'delete' ? (present?.environments ?? []) : [];
    const environments = new Set([
      ...everywhere.map((place) => place.name),
      ...differences.flatMap((one) => one.environment ?? []),
    ]);
    for (const environment of environments) {
      const key = JSON.stringify([projectId, environment]);
      const place = places.get(key) ?? { projectId, environment, features: [] };
      places.set(key, place);
      if (action !== 'create') place.features.push(name);
    }
  }
  return [...places.values()];
}

/** What a plan contains besides the comparison. */
interface Further {
  triedOut: boolean;
  errors: Finding[];
  permissions: NeededPermission[];
  approvals: ApprovalNeeded[];
  impact: ImpactOfPlanResponse[];
}

/** How many things change. */
function summaryOf(comparison: Comparison): PlanSummaryResponse {
  const summary = { create: 0, change: 0, adopt: 0, delete: 0, release: 0 };
  for (const { action } of changesOf(comparison)) summary[action]++;
  return { ...summary, unchanged: comparison.unchanged };
}

/** A plan as it is answered: its changes become JSON when they are sent. */
function responseOf(comparison: Comparison, further: Further): JsonParts<PlanResponse> {
  const { hash, kept, state } = comparison;
  const answer = {
    hash,
    summary: summaryOf(comparison),
    changes: changesOf(comparison).map(({ kind, name, project, action, adopts, differences }) => ({
      ...{ kind, name, project, action, adopts },
      fields: differences.map(({ field, before, after }) => ({ field, before, after })),
    })),
    ...further,
    kept: [...kept],
    seen: [...state.fingerprints].map(([key, fingerprint]) => {
      const at = key.indexOf(' ');
      return { kind: key.slice(0, at), name: key.slice(at + 1), fingerprint };
    }),
  };
  return inParts(answer, 'changes');
}
