import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { isStatementLost } from '../../../platform/database/prepared-statements.js';
import { isTransient } from '../../../platform/database/postgres-errors.js';
import { callOf } from '../../../platform/database/statement.js';
import type { Actor } from '../../../core/event/actor.js';
import { whileTurningOff } from '../../../core/event/approval.js';
import { Commits } from '../../../core/event/commits.js';
import type { ForcedPayload } from '../../../core/event/feature-events.js';
import type { EventOf } from '../../../core/event/event.types.js';
import type { Tx } from '../../../core/event/tx.js';
import { jsonOf, type Json } from '../../../platform/http/json.js';
import type { GuardWish } from '../../preview/change-guard/change-guard.dto.js';
import {
  forcedData,
  skipsApproval,
  warningsAbout,
  warningsOf,
} from '../../preview/change-guard/change-guard.js';
import { currentDryRun } from '../../preview/dry-run.js';
import type { WarningResponse } from '../../preview/impact.response.js';
import type { ProjectEnvironmentParams } from '../../project/project.dto.js';
import { type LockedFeatureEnvironment, lockFeatureEnvironments } from '../feature-lock.js';
import { MAX_STRATEGIES, tooManyStrategies } from '../feature.errors.js';
import type { FeatureEnvironmentParams } from '../feature.dto.js';
import { FeatureReadModel, readFeature, SmallFeatures } from '../feature.read-model.js';
import type { FeatureResponse } from '../feature.response.js';
import {
  KEEP_DEPENDENCIES,
  SWITCH_MANY,
  SWITCH_OFF,
  SWITCH_OFF_GUARDED,
  SWITCH_ON,
} from './feature-switch.sql.js';
import { DefaultStrategy } from '../default-strategy/default-strategy.js';
import { SwitchBatches, type SwitchOutcome } from './switch-batches.js';
import { BRIEF_MS, connectionsFor, RowLockedError, SwitchTurns } from './switch-turns.js';
import { WaitingPlans } from './waiting-plans.js';

/** A change that no guard checks. */
const UNGUARDED: GuardWish = { atLeast: 'none' };

/** The event of a switch without its place. */
type SwitchEvent =
  | Pick<EventOf<'feature-environment-enabled'>, 'type' | 'data'>
  | { type: 'feature-environment-disabled'; data?: ForcedPayload };

/**
 * Turns features on and off. A feature that already is in the requested state is not changed, and
 * no event is recorded.
 */
@Injectable()
export class FeatureSwitchService {
  constructor(
    private readonly database: Database,
    private readonly batches: SwitchBatches,
    private readonly features: FeatureReadModel,
    private readonly commits: Commits,
    private readonly defaultStrategy: DefaultStrategy,
    private readonly turns: SwitchTurns,
    private readonly small: SmallFeatures,
    private readonly plans: WaitingPlans,
  ) {}

  /**
   * Turns the feature off in one environment. Without a guard, or forced, this is one statement.
   * @returns The updated feature, with the warnings of the guard if there are any.
   * @throws NotFoundError when the project lacks the feature or the environment.
   * @throws ArchivedFeatureError when the feature is archived.
   * @throws GuardedChangeError when it is in use and a guard blocks the change.
   * @throws ApprovalRequiredError when that is required and the wish does not skip it.
   */
  async off(
    at: FeatureEnvironmentParams,
    actor: Actor,
    wish: GuardWish = UNGUARDED,
  ): Promise<Json<FeatureResponse>> {
    if ('atLeast' in wish && wish.atLeast !== 'none') return this.offGuarded(at, actor, wish);
    const { changed, isGuarded, feature } = await this.atOnce(
      SWITCH_OFF,
      { type: 'feature-environment-disabled', ...forcedData(wish) },
      at,
      actor,
      skipsApproval(wish),
    );
    if (isGuarded) return this.offGuarded(at, actor, wish);
    if (!changed) await this.features.require(at);
    return feature ?? this.features.get(at, actor);
  }

  private async offGuarded(
    at: FeatureEnvironmentParams,
    actor: Actor,
    wish: GuardWish,
  ): Promise<Json<FeatureResponse>> {
    const switched = await this.guardedAtOnce(at, actor, wish);
    const warnings = switched?.warnings ?? (await this.allOff(at, [at.featureName], actor, wish));
    const feature = switched?.feature ?? (await this.features.get(at, actor));
    if (warnings.length === 0) return feature;
    return jsonOf(`${feature.slice(0, -1)},"warnings":${JSON.stringify(warnings)}}`);
  }

  /**
   * Turns off and reads the warnings in one round trip.
   * @returns undefined when that is not possible; the slower path says why.
   */
  private async guardedAtOnce(
    at: FeatureEnvironmentParams,
    actor: Actor,
    wish: GuardWish,
  ): Promise<{ warnings: WarningResponse[]; feature?: Json<FeatureResponse> } | undefined> {
    // A preview shows what the guard would block.
    if (!('atLeast' in wish) || currentDryRun()) return undefined;
    const { projectId: project, featureName, environment } = at;
    const hidden = actor.hiddenProjects ?? [];
    const token = actor.token ? JSON.stringify(actor.token) : null;
    const subject = [hidden, environment, project, [featureName], false] as const;
    const { name, userId } = actor;
    const by = [name, userId, token] as const;
    const [[switched], found] = await this.turns.inTurn(
      'switch',
      rowOf(at, [featureName]),
      actor.key,
      async (lockMs) => {
        await actor.confirm?.(lockMs > BRIEF_MS);
        return this.database.runBoth(
          callOf(SWITCH_OFF_GUARDED, [...subject, ...by, wish.atLeast, featureName]),
          readFeature(at, actor),
          'hot',
          callOf(KEEP_DEPENDENCIES, [project, featureName, String(lockMs)]),
        );
      },
    );
    const feature = found?.[0]?.feature;
    if (switched?.isOff) return { warnings: [], feature };
    if (!switched || switched.changes === 0) return undefined;
    const type = 'feature-environment-disabled';
    this.commits.announce([{ type, featureName, project, environment }]);
    return { warnings: switched.guard === 'none' ? [] : warningsAbout(switched), feature };
  }

  /**
   * Turns the feature on in one environment. When no strategy is active there, the project's
   * default strategy is added first, or, on request, the disabled strategies are enabled instead.
   * @returns The updated feature.
   * @throws NotFoundError when the project lacks the feature or the environment.
   * @throws ArchivedFeatureError when the feature is archived.
   */
  async on(
    at: FeatureEnvironmentParams,
    activateDisabled: boolean,
    actor: Actor,
  ): Promise<Json<FeatureResponse>> {
    if (!activateDisabled) {
      const { changed, feature } = await this.atOnce(
        SWITCH_ON,
        { type: 'feature-environment-enabled' },
        at,
        actor,
      );
      if (changed && feature) return feature;
    }
    await this.turns.transaction(actor, rowOf(at, [at.featureName]), 'hotTransaction', (tx) =>
      this.turnAllOn(at, [at.featureName], activateDisabled, tx),
    );
    return this.features.get(at, actor);
  }

  /**
   * Turns features off in one environment. Changes nothing when one of them is unknown or archived.
   * @returns The warnings of the guard.
   * @throws GuardedChangeError when one is in use and a guard blocks the change.
   */
  allOff(
    at: ProjectEnvironmentParams,
    names: readonly string[],
    actor: Actor,
    wish: GuardWish,
  ): Promise<WarningResponse[]> {
    const connections = connectionsFor(names.length);
    return this.turns.transaction(actor, rowOf(at, names), connections, async (tx) => {
      const places = await this.placesToTurnOff(at, names, tx);
      const { projectId: project, environment } = at;
      const features = places.map(({ featureName }) => featureName);
      const setting = places[0]?.guard ?? 'none';
      const warnings = await warningsOf(tx, { features, project, environment, setting }, wish);
      const event = { type: 'feature-environment-disabled', ...forcedData(wish) } as const;
      const turnOff = (): Promise<void> => this.set(at, features, event, tx);
      await (skipsApproval(wish) ? whileTurningOff({ project, environment }, turnOff) : turnOff());
      return warnings;
    });
  }

  /**
   * Turns features on in one environment. Changes nothing when one of them is unknown or archived.
   */
  async allOn(
    projectId: string,
    environment: string,
    names: readonly string[],
    activateDisabled: boolean,
    actor: Actor,
  ): Promise<void> {
    const at = { projectId, environment };
    // It may add strategies to many features, so it leaves the connections of others alone.
    await this.turns.transaction(actor, rowOf(at, names), 'general', (tx) =>
      this.turnAllOn(at, names, activateDisabled, tx),
    );
  }

  /** Turns features of one project off within a transaction, whatever its guard. */
  async turnAllOff(at: ProjectEnvironmentParams, names: readonly string[], tx: Tx): Promise<void> {
    const features = (await this.placesToTurnOff(at, names, tx)).map((place) => place.featureName);
    await this.set(at, features, { type: 'feature-environment-disabled' }, tx);
  }

  /** Locks features in an environment. @returns Those that are on. */
  private async placesToTurnOff(
    at: ProjectEnvironmentParams,
    names: readonly string[],
    tx: Tx,
  ): Promise<LockedFeatureEnvironment[]> {
    const places = await lockFeatureEnvironments(tx, at, names);
    return [...places.values()].filter(({ enabled }) => enabled);
  }

  /**
   * Turns features of one project on within a transaction, like {@link on}. Skips those that are
   * on.
   */
  async turnAllOn(
    at: ProjectEnvironmentParams,
    names: readonly string[],
    activateDisabled: boolean,
    tx: Tx,
  ): Promise<void> {
    const places = [...(await lockFeatureEnvironments(tx, at, names)).values()].filter(
      (place) => !place.enabled,
    );
    const [waking, missing, waiting] = [[] as string[], [] as string[], [] as string[]];
    for (const { featureName, strategyCount, activeStrategyCount, hasWaitingPlan } of places) {
      if (activateDisabled && strategyCount > activeStrategyCount) waking.push(featureName);
      else if (activeStrategyCount === 0) {
        if (hasWaitingPlan) waiting.push(featureName);
        if (strategyCount >= MAX_STRATEGIES) throw tooManyStrategies();
        missing.push(featureName);
      }
    }
    await this.defaultStrategy.activateDisabled(waking, at, tx);
    await this.addStrategies(missing, waiting, at, tx);
    await this.set(
      at,
      places.map(({ featureName }) => featureName),
      { type: 'feature-environment-enabled' },
      tx,
    );
  }

  /** Adds strategies to features: those of the release plan where one waits, or the default. */
  private async addStrategies(
    names: readonly string[],
    waiting: readonly string[],
    at: ProjectEnvironmentParams,
    tx: Tx,
  ): Promise<void> {
    const started = await this.plans.start(waiting, at, tx);
    const others = names.filter((name) => !started.has(name));
    await this.defaultStrategy.addTo(others, at, tx);
  }

  private async set(
    { projectId: project, environment }: ProjectEnvironmentParams,
    names: string[],
    event: SwitchEvent,
    tx: Tx,
  ): Promise<void> {
    if (names.length === 0) return;
    const enabled = event.type === 'feature-environment-enabled';
    if (!tx.onlyChecks) await tx.query(SWITCH_MANY, [names, environment, enabled]);
    await tx.recordAll(
      names.map((featureName) => ({ ...event, featureName, project, environment })),
    );
  }

  /** Switches by one statement, and reads the feature in the same round trip. */
  private async atOnce(
    statement: typeof SWITCH_OFF,
    event: SwitchEvent,
    at: FeatureEnvironmentParams,
    actor: Actor,
    isExempt = false,
  ): Promise<{
    changed: boolean;
    isGuarded: boolean;
    feature: Json<FeatureResponse> | undefined;
  }> {
    const { projectId: project, featureName, environment } = at;
    const { switched, feature } = await this.send(statement, event, at, actor, isExempt);
    const changed = (switched?.changes ?? 0) > 0;
    if (changed) this.commits.announce([{ ...event, featureName, project, environment }]);
    if (feature !== undefined) this.small.note(featureName, feature);
    return { changed, isGuarded: switched?.isGuarded ?? false, feature };
  }

  /**
   * Sends the switch and the read, first on a connection that callers share if the feature is
   * small. What waits for a lock, or has to be repeated, uses a connection of the pool.
   */
  private send(
    statement: typeof SWITCH_OFF,
    event: SwitchEvent,
    at: FeatureEnvironmentParams,
    actor: Actor,
    isExempt: boolean,
  ): Promise<SwitchOutcome> {
    const { projectId, featureName, environment } = at;
    const token = actor.token ? JSON.stringify(actor.token) : null;
    const { name, userId } = actor;
    const values = [projectId, featureName, environment, name, userId, token] as const;
    const data = event.data ? JSON.stringify(event.data) : null;
    const attempt = async (lockMs: number): Promise<SwitchOutcome> => {
      await actor.confirm?.(lockMs > BRIEF_MS);
      const [[switched], found] = await this.database.runBoth(
        callOf(statement, [...values, String(lockMs), data, isExempt]),
        readFeature(at, actor),
        'hot',
      );
      return { switched, feature: found?.[0]?.feature };
    };
    const enabled = event.type === 'feature-environment-enabled';
    const author = { actorName: name, actorId: userId, token };
    const first = async (): Promise<SwitchOutcome | undefined> => {
      if (data !== null || isExempt || !this.small.has(featureName)) return undefined;
      await actor.confirm?.(false);
      return this.batches
        .send({ ...at, enabled, ...author })
        .then(requireUnlocked, refuseRepeatable);
    };
    return this.turns.inTurn('plainSwitch', rowOf(at, [featureName]), actor.key, attempt, first);
  }
}

/** Names what a request switches. */
function rowOf({ projectId, environment }: ProjectEnvironmentParams, names: readonly string[]) {
  return JSON.stringify([projectId, environment, names]);
}

/** @throws RowLockedError */
function requireUnlocked(outcome: SwitchOutcome | undefined): SwitchOutcome | undefined {
  if (outcome?.switched?.isLocked) throw new RowLockedError();
  return outcome;
}

/** @throws RowLockedError when the switch changed nothing and can be repeated. */
function refuseRepeatable(error: unknown): never {
  throw isTransient(error) || isStatementLost(error) ? new RowLockedError() : error;
}
