import { Injectable } from '@nestjs/common';
import type { Tx } from '../event/tx.js';
import { FeatureSwitch } from '../feature/feature-switch.service.js';
import { lockFeatureEnvironment } from '../feature/feature-lock.js';
import type { FeatureEnvironmentParams } from '../feature/feature.params.js';
import { FeatureService } from '../feature/feature.service.js';
import { DefaultStrategy } from '../feature/strategy/default-strategy/default-strategy.js';
import { StrategySet } from '../feature/strategy/strategy-set.service.js';
import { FeatureVariants } from '../feature/variant/feature-variant.service.js';
import { BadDataError } from '../http/errors.js';
import { TagWriter } from '../tag/tag-writer.js';
import type { PlannedFeature } from './import-plan.js';

/** How many tags an import gives to one feature. */
const MOST_TAGS = 1000;

/** Makes single features what an import wants them to be. */
@Injectable()
export class FeatureIntake {
  constructor(
    private readonly features: FeatureService,
    private readonly strategies: StrategySet,
    private readonly variants: FeatureVariants,
    private readonly switches: FeatureSwitch,
    private readonly defaultStrategy: DefaultStrategy,
    private readonly tags: TagWriter,
  ) {}

  /** Creates the feature, or changes it to what is planned; its dependencies excepted, for which all features have to be there. */
  async take(at: FeatureEnvironmentParams, planned: PlannedFeature, tx: Tx): Promise<void> {
    const tagCount = planned.tags?.length ?? 0;
    if (tagCount > MOST_TAGS) throw new BadDataError(`An import gives a feature at most ${MOST_TAGS} tags, not ${tagCount}.`);
    await this.settle(at, planned, tx);
    const exceptAdded = planned.place?.enabled ?? false;
    await this.strategies.put(at, planned.strategies, { exceptAdded }, tx);
    if (planned.place?.variants) await this.variants.put(at, planned.place.variants, tx);
    await this.turn(at, planned.place?.enabled, tx);
  }

  private async settle(at: FeatureEnvironmentParams, planned: PlannedFeature, tx: Tx): Promise<void> {
    const { name, type, description, stale, impressionData, createdAt, tags } = planned;
    if (planned.isNew) {
      await this.features.add(at.projectId, { name, type, description, stale, impressionData, createdAt, tags }, tx);
      return;
    }
    const change = { type, description: description === undefined ? undefined : description || null, stale, impressionData };
    await this.features.adapt(at, present(change), tx);
    if (tags) await this.tags.put(at, tags, tx);
  }

  /** Turns the feature on or off; as it is when the file does not say, unless no strategy is active any more. */
  private async turn(at: FeatureEnvironmentParams, wanted: boolean | undefined, tx: Tx): Promise<void> {
    const { enabled, activeStrategyCount } = await lockFeatureEnvironment(tx, at);
    const on = wanted ?? (enabled && activeStrategyCount > 0);
    if (!on) await this.switches.turnOff(at, tx);
    else if (!enabled) await this.switches.turnOn(at, false, tx);
    else if (activeStrategyCount === 0) await this.defaultStrategy.add(at, tx);
  }
}

/** What is not undefined. */
function present<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
