import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { isStatementLost } from '../../database/prepared-statements.js';
import { isTransient } from '../../database/postgres-errors.js';
import { ShortStatements } from '../../database/short-statements.js';
import { callOf, type RowOf } from '../../database/statement.js';
import type { Actor } from '../../event/actor.js';
import { Commits } from '../../event/commits.js';
import type { Tx } from '../../event/tx.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import type { Json } from '../../http/json.js';
import type { ProjectEnvironmentParams } from '../../project/project.params.js';
import { lockFeatureEnvironments } from '../feature-lock.js';
import type { FeatureEnvironmentParams } from '../feature.params.js';
import { FeatureReadModel, readFeature } from '../feature.read-model.js';
import type { FeatureResponse } from '../feature.response.js';
import type { READ_FEATURE } from '../feature.sql.js';
import { SmallFeatures } from '../small-features.js';
import {
  SWITCH_MANY,
  SWITCH_OFF,
  SWITCH_OFF_AT_ONCE,
  SWITCH_ON,
  SWITCH_ON_AT_ONCE,
} from './feature-switch.sql.js';
import { DefaultStrategy } from '../default-strategy/default-strategy.js';
import { RowLockedError, SwitchTurns } from './switch-turns.js';

/**
 * How long a switch on a shared connection waits for locks of other rows than that of the feature
 * in its environment, in milliseconds. Whatever follows on the connection waits too.
 */
const SHARED_LOCK_MS = '10';

/** A switch that waits for a locked row, and one that does not. */
interface SwitchStatements {
  patient: typeof SWITCH_OFF;
  atOnce: typeof SWITCH_OFF;
}

/** The rows of a switch, and those of the read unless that failed. */
type Sent = [RowOf<typeof SWITCH_OFF>[], RowOf<typeof READ_FEATURE>[] | undefined];

/**
 * Turns features on and off. A feature that already is in the requested state is not changed, and
 * no event is recorded.
 */
@Injectable()
export class FeatureSwitchService {
  constructor(
    private readonly database: Database,
    private readonly shortStatements: ShortStatements,
    private readonly features: FeatureReadModel,
    private readonly unitOfWork: UnitOfWork,
    private readonly commits: Commits,
    private readonly defaultStrategy: DefaultStrategy,
    private readonly turns: SwitchTurns,
    private readonly small: SmallFeatures,
  ) {}

  /**
   * Turns the feature off in one environment.
   * @returns The updated feature.
   * @throws NotFoundError when the project lacks the feature or the environment.
   * @throws ArchivedFeatureError when the feature is archived.
   */
  async off(at: FeatureEnvironmentParams, actor: Actor): Promise<Json<FeatureResponse>> {
    const { changed, feature } = await this.atOnce(
      { patient: SWITCH_OFF, atOnce: SWITCH_OFF_AT_ONCE },
      'feature-environment-disabled',
      at,
      actor,
    );
    if (!changed) await this.features.require(at);
    return feature ?? this.features.get(at, actor);
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
        { patient: SWITCH_ON, atOnce: SWITCH_ON_AT_ONCE },
        'feature-environment-enabled',
        at,
        actor,
      );
      if (changed && feature) return feature;
    }
    await this.unitOfWork.run(actor, (tx) =>
      this.turnAllOn(at, [at.featureName], activateDisabled, tx),
    );
    return this.features.get(at, actor);
  }

  /**
   * Turns features off in one environment. Changes nothing when one of them is unknown or archived.
   */
  async allOff(
    projectId: string,
    environment: string,
    names: readonly string[],
    actor: Actor,
  ): Promise<void> {
    await this.unitOfWork.run(actor, (tx) =>
      this.turnAllOff({ projectId, environment }, names, tx),
    );
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
    await this.unitOfWork.run(actor, (tx) =>
      this.turnAllOn({ projectId, environment }, names, activateDisabled, tx),
    );
  }

  /** Turns a feature off within a transaction. Does nothing when it is off. */
  async turnOff(at: FeatureEnvironmentParams, tx: Tx): Promise<void> {
    await this.turnAllOff(at, [at.featureName], tx);
  }

  /**
   * Like {@link turnOff} for several features of one project, with the same number of statements.
   */
  async turnAllOff(at: ProjectEnvironmentParams, names: readonly string[], tx: Tx): Promise<void> {
    const places = await lockFeatureEnvironments(tx, at, names);
    await this.set(
      at,
      [...places.keys()].filter((name) => places.get(name)!.enabled),
      false,
      tx,
    );
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
    const [waking, missing] = [[] as string[], [] as string[]];
    for (const { featureName, strategyCount, activeStrategyCount } of places) {
      if (activateDisabled && strategyCount > activeStrategyCount) waking.push(featureName);
      else if (activeStrategyCount === 0) missing.push(featureName);
    }
    await this.defaultStrategy.activateDisabled(waking, at, tx);
    await this.defaultStrategy.addTo(missing, at, tx);
    await this.set(
      at,
      places.map(({ featureName }) => featureName),
      true,
      tx,
    );
  }

  private async set(
    { projectId: project, environment }: ProjectEnvironmentParams,
    names: string[],
    enabled: boolean,
    tx: Tx,
  ): Promise<void> {
    if (names.length === 0) return;
    await tx.query(SWITCH_MANY, [names, environment, enabled]);
    const type = enabled ? 'feature-environment-enabled' : 'feature-environment-disabled';
    await tx.recordAll(
      names.map((featureName) => ({ type, featureName, project, environment }) as const),
    );
  }

  /** Switches by one statement, and reads the feature in the same round trip. */
  private async atOnce(
    statements: SwitchStatements,
    type: 'feature-environment-enabled' | 'feature-environment-disabled',
    at: FeatureEnvironmentParams,
    actor: Actor,
  ): Promise<{ changed: boolean; feature: Json<FeatureResponse> | undefined }> {
    const { projectId, featureName, environment } = at;
    const [[switched], found] = await this.send(statements, at, actor);
    const changed = (switched?.changes ?? 0) > 0;
    if (changed) this.commits.announce([{ type, featureName, project: projectId, environment }]);
    const feature = found?.[0]?.feature;
    if (feature !== undefined) this.small.note(featureName, feature);
    return { changed, feature };
  }

  /**
   * Sends the switch and the read, first on a connection that callers share if the feature is
   * small. What waits for a lock, or has to be repeated, uses a connection of the pool.
   */
  private send(
    { patient, atOnce }: SwitchStatements,
    at: FeatureEnvironmentParams,
    actor: Actor,
  ): Promise<Sent> {
    const { projectId, featureName, environment } = at;
    const token = actor.token ? JSON.stringify(actor.token) : null;
    const { name, userId } = actor;
    const values = [projectId, featureName, environment, name, userId, token] as const;
    const attempt = (lockMs: number): Promise<Sent> =>
      this.database.runBoth(
        callOf(patient, [...values, String(lockMs)]),
        readFeature(at, actor),
        'hot',
      );
    const first = (): Promise<Sent> | undefined =>
      this.small.has(featureName)
        ? this.shortStatements
            .tryBoth(callOf(atOnce, [...values, SHARED_LOCK_MS]), readFeature(at, actor))
            ?.then(requireUnlocked, refuseRepeatable)
        : undefined;
    return this.turns.inTurn(JSON.stringify([projectId, featureName, environment]), attempt, first);
  }
}

/** @throws RowLockedError */
function requireUnlocked(sent: Sent): Sent {
  if (sent[0][0]?.isLocked) throw new RowLockedError();
  return sent;
}

/** @throws RowLockedError when the switch changed nothing and can be repeated. */
function refuseRepeatable(error: unknown): never {
  throw isTransient(error) || isStatementLost(error) ? new RowLockedError() : error;
}
