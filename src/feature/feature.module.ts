import { Module } from '@nestjs/common';
import { TagModule } from '../tag/tag.module.js';
import { FeatureController } from './feature.controller.js';
import { FeatureEnvironmentController } from './feature-environment.controller.js';
import { FeatureEnvironmentReadModel } from './feature-environment.read-model.js';
import { FeatureNameController } from './feature-name.controller.js';
import { FeatureNames } from './feature-names.js';
import { FeatureReadModel } from './feature.read-model.js';
import { FeatureService } from './feature.service.js';
import { FeatureSwitch } from './feature-switch.service.js';
import { FeatureSearchController } from './search/feature-search.controller.js';
import { FeatureSearch } from './search/feature-search.read-model.js';
import { ConstraintController } from './strategy/constraint.controller.js';
import { ConstraintRules } from './strategy/constraint-rules.js';
import { DefaultStrategy } from './strategy/default-strategy.js';
import { StrategyContent } from './strategy/strategy-content.js';
import { StrategyController } from './strategy/strategy.controller.js';
import { StrategyReadModel } from './strategy/strategy.read-model.js';
import { StrategySegments } from './strategy/strategy-segments.js';
import { StrategyService } from './strategy/strategy.service.js';

/** Features and how they stand in environments. Express tries routes in order: what is called most comes first. */
@Module({
  imports: [TagModule],
  controllers: [
    FeatureEnvironmentController,
    FeatureController,
    FeatureNameController,
    FeatureSearchController,
    StrategyController,
    ConstraintController,
  ],
  providers: [
    FeatureService,
    FeatureSwitch,
    FeatureReadModel,
    FeatureEnvironmentReadModel,
    FeatureNames,
    FeatureSearch,
    DefaultStrategy,
    ConstraintRules,
    StrategyContent,
    StrategyReadModel,
    StrategySegments,
    StrategyService,
  ],
  exports: [FeatureReadModel, FeatureSwitch, DefaultStrategy, ConstraintRules, StrategySegments, StrategyService],
})
export class FeatureModule {}
