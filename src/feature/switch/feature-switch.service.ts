import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../config/config.js';
import { CONFIG } from '../../config/config.module.js';
import { Database, type Statement } from '../../database/database.js';
import { isLockTimeout } from '../../database/postgres-errors.js';
import type { Actor } from '../../event/actor.js';
import { Commits } from '../../event/commits.js';
import type { Tx } from '../../event/tx.js';
import { UnitOfWork } from '../../event/unit-of-work.js';
import type { Json } from '../../http/json.js';
import type { ProjectEnvironmentParams } from '../../project/project.params.js';
import { lockFeatureEnvironments } from '../feature-lock.js';
import type { FeatureEnvironmentParams } from '../feature.params.js';
import { FeatureReadModel } from '../feature.read-model.js';
import type { FeatureResponse } from '../feature.response.js';
import { SWITCH_OFF, SWITCH_ON, switchOff, switchOn } from './feature-switch.sql.js';
import { LockedSwitches } from './locked-switches.js';
import { DefaultStrategy } from '../default-strategy/default-strategy.js';

/** The switch on the hot path, and the same for a row that another transaction has locked. */
interface Switch {
  brief: Statement;
  patient: Statement;
}

/** Turns features on and off. What is on or off already stays so, and nothing is recorded. */
@Injectable()
export class FeatureSwitch {
  private readonly offSwitch: Switch;
  private readonly onSwitch: Switch;
  private readonly lockMs: number;
  /** The rows that are being switched on the hot path, one switch for each. */
  private readonly underWay = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly features: FeatureReadModel,
    private readonly unitOfWork: UnitOfWork,
    private readonly commits: Commits,
    private readonly defaultStrategy: DefaultStrategy,
    private readonly locked: LockedSwitches,
    @Inject(CONFIG) config: Config,
  ) {
    this.lockMs = config.database.limits.lockMs;
    this.offSwitch = { brief: SWITCH_OFF, patient: switchOff('feature-switch-off-patient', this.lockMs) };
    this.onSwitch = { brief: SWITCH_ON, patient: switchOn('feature-switch-on-patient', this.lockMs) };
  }

  /**
   * Turns the feature off in one environment, and answers it as a reading that follows would.
   * @throws NotFoundError when the project lacks the feature or the environment. @throws ArchivedFeatureError when the feature is archived.
   */
  async off(at: FeatureEnvironmentParams, actor: Actor): Promise<Json<FeatureResponse>> {
    const changed = await this.atOnce(this.offSwitch, 'feature-environment-disabled', at, actor);
    if (!changed) await this.features.require(at);
    return this.features.get(at, actor);
  }

  /**
   * Turns the feature on in one environment, and answers it as a reading that follows would. Where no strategy is active, the project's default
   * strategy is added first; unless the disabled ones are to become active, which they then do, whether or not others are.
   * @throws NotFoundError when the project lacks the feature or the environment. @throws ArchivedFeatureError when the feature is archived.
   */
  async on(at: FeatureEnvironmentParams, activateDisabled: boolean, actor: Actor): Promise<Json<FeatureResponse>> {
    const changed = !activateDisabled && (await this.atOnce(this.onSwitch, 'feature-environment-enabled', at, actor));
    if (!changed) await this.unitOfWork.run(actor, (tx) => this.turnAllOn(at, [at.featureName], activateDisabled, tx));
    return this.features.get(at, actor);
  }

  /** Turns features off in one environment: all of them, or none when one is unknown or archived. */
  async allOff(projectId: string, environment: string, names: readonly string[], actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, (tx) => this.turnAllOff({ projectId, environment }, names, tx));
  }

  /** Turns features on in one environment: all of them, or none when one is unknown or archived. */
  async allOn(projectId: string, environment: string, names: readonly string[], activateDisabled: boolean, actor: Actor): Promise<void> {
    await this.unitOfWork.run(actor, (tx) => this.turnAllOn({ projectId, environment }, names, activateDisabled, tx));
  }

  /** Turns off within a transaction. Nothing to do where the feature is off. */
  async turnOff(at: FeatureEnvironmentParams, tx: Tx): Promise<void> {
    await this.turnAllOff(at, [at.featureName], tx);
  }

  /** As {@link turnOff} for features of one project, by as many statements as for one. */
  async turnAllOff(at: ProjectEnvironmentParams, names: readonly string[], tx: Tx): Promise<void> {
    const places = await lockFeatureEnvironments(tx, at, names);
    await this.set(
      at,
      [...places.keys()].filter((name) => places.get(name)!.enabled),
      false,
      tx,
    );
  }

  /** Turns features of one project on within a transaction, as {@link on} does. Nothing to do where a feature is on. */
  async turnAllOn(at: ProjectEnvironmentParams, names: readonly string[], activateDisabled: boolean, tx: Tx): Promise<void> {
    const places = [...(await lockFeatureEnvironments(tx, at, names)).values()].filter((place) => !place.enabled);
    const [waking, lacking] = [[] as string[], [] as string[]];
    for (const { featureName, strategyCount, activeStrategyCount } of places) {
      if (activateDisabled && strategyCount > activeStrategyCount) waking.push(featureName);
      else if (activeStrategyCount === 0) lacking.push(featureName);
    }
    await this.defaultStrategy.activateDisabled(waking, at, tx);
    await this.defaultStrategy.addTo(lacking, at, tx);
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
    const sql = 'UPDATE feature_environment SET enabled = $3 WHERE feature_name = ANY ($1) AND environment = $2';
    await tx.query(sql, [names, environment, enabled]);
    const type = enabled ? 'feature-environment-enabled' : 'feature-environment-disabled';
    await tx.recordAll(names.map((featureName) => ({ type, featureName, project, environment }) as const));
  }

  private async atOnce(
    { brief, patient }: Switch,
    type: 'feature-environment-enabled' | 'feature-environment-disabled',
    { projectId, featureName, environment }: FeatureEnvironmentParams,
    actor: Actor,
  ): Promise<boolean> {
    const token = actor.token ? JSON.stringify(actor.token) : null;
    const values = [projectId, featureName, environment, actor.name, actor.userId, token];
    const key = JSON.stringify([projectId, featureName, environment]);
    const changes = await this.changes(key, brief, patient, values);
    if (changes === 0) return false;
    this.commits.announce([{ type, featureName, project: projectId, environment }]);
    return true;
  }

  /** Switches at once. Where the row is locked, or being switched, it waits for its turn, so that it holds no connection that other switches need. */
  private async changes(key: string, brief: Statement, patient: Statement, values: unknown[]): Promise<number> {
    if (!this.underWay.has(key) && !this.locked.has(key)) {
      this.underWay.add(key);
      try {
        return await this.run(brief, values, 'hot');
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
      } finally {
        this.underWay.delete(key);
      }
    }
    return this.locked.inTurn(key, this.lockMs, () => this.run(patient, values, 'general'));
  }

  private async run(statement: Statement, values: unknown[], connections: 'hot' | 'general'): Promise<number> {
    const [row] = await this.database.run<{ changes: number }>(statement, values, connections);
    return row?.changes ?? 0;
  }
}
