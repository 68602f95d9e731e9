import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { FeatureNamingModule } from '../project/feature-naming.module.js';
import { PreviewModule } from '../preview/preview.module.js';
import { TagModule } from '../tag/tag.module.js';
import { FeatureEnvironmentController } from './switch/feature-environment.controller.js';
import { SwitchWarmUp } from './switch/switch-warm-up.js';
import { FeatureEnvironmentReadModel } from './switch/feature-environment.read-model.js';
import { FeatureController, FeatureNameController } from './feature.controller.js';
import { FeatureNames } from './feature-names.js';
import { FeatureSwitchService } from './switch/feature-switch.service.js';
import { SwitchBatches } from './switch/switch-batches.js';
import { SwitchTurns } from './switch/switch-turns.js';
import { WaitingPlans } from './switch/waiting-plans.js';
import { FeatureReadModel, SmallFeatures } from './feature.read-model.js';
import { FeatureService } from './feature.service.js';
import { FeatureSearchController } from './search/feature-search.controller.js';
import { FeatureSearchReadModel } from './search/feature-search.read-model.js';
import { ConstraintRules } from './strategy/constraint-rules.js';
import { ConstraintController, StrategyController } from './strategy/strategy.controller.js';
import { DefaultStrategyController } from './default-strategy/default-strategy.controller.js';
import { DefaultStrategyService } from './default-strategy/default-strategy.service.js';
import { DefaultStrategy } from './default-strategy/default-strategy.js';
import { MilestoneStrategies } from './strategy/milestone-strategies.js';
import { PatternCheck } from './strategy/pattern-check.js';
import { StrategyContent } from './strategy/strategy-content.js';
import { StrategySetService } from './strategy/strategy-set.service.js';
import { StrategySegments } from './strategy/strategy-segments.js';
import { StrategyReadModel } from './strategy/strategy.read-model.js';
import { StrategyService } from './strategy/strategy.service.js';
import { FeatureLinkController } from './link/feature-link.controller.js';
import { FeatureLinkService } from './link/feature-link.service.js';
import { FeatureMoveController } from './move/feature-move.controller.js';
import { FeatureMoveService, MoveLimits } from './move/feature-move.service.js';
import { PayloadCheck } from './payload-schema/payload-check.js';
import { PayloadSchemaController } from './payload-schema/payload-schema.controller.js';
import { PayloadSchemaReadModel } from './payload-schema/payload-schema.read-model.js';
import { PayloadSchemaService } from './payload-schema/payload-schema.service.js';
import { FeatureTagController } from './tag/feature-tag.controller.js';
import { FeatureTagReadModel } from './tag/feature-tag.read-model.js';
import { FeatureTagService } from './tag/feature-tag.service.js';
import { FeatureVariantController } from './variant/feature-variant.controller.js';
import { FeatureVariantReadModel } from './variant/feature-variant.read-model.js';
import { FeatureVariantService } from './variant/feature-variant.service.js';
import { ArchiveController, ProjectArchiveController } from './archive/archive.controller.js';
import { ArchiveReadModel } from './archive/archive.read-model.js';
import { FeatureArchiveService } from './archive/feature-archive.service.js';
import { CloneController } from './clone/clone.controller.js';
import { FeatureCloneService } from './clone/feature-clone.service.js';
import { DependencyController } from './dependency/dependency.controller.js';
import { DependencyReadModel } from './dependency/dependency.read-model.js';
import { FeatureDependencyService } from './dependency/feature-dependency.service.js';
import { FeatureLifecycleService } from './lifecycle/feature-lifecycle.service.js';
import { LifecycleController, LifecycleCountController } from './lifecycle/lifecycle.controller.js';
import { StaleController } from './stale/stale.controller.js';
import { StaleFeatureJob, StaleMarkService } from './stale/stale-mark.service.js';

/**
 * Features and their environments. Express tries routes in order, so the most frequent ones come
 * first.
 */
@Module({
  imports: [AuthModule, TagModule, FeatureNamingModule, PreviewModule],
  controllers: [
    FeatureEnvironmentController,
    FeatureController,
    FeatureNameController,
    FeatureSearchController,
    StrategyController,
    DefaultStrategyController,
    ConstraintController,
    FeatureVariantController,
    PayloadSchemaController,
    FeatureTagController,
    FeatureLinkController,
    FeatureMoveController,
    ArchiveController,
    ProjectArchiveController,
    CloneController,
    DependencyController,
    LifecycleController,
    LifecycleCountController,
    StaleController,
  ],
  providers: [
    SwitchWarmUp,
    FeatureService,
    FeatureSwitchService,
    SwitchBatches,
    SwitchTurns,
    WaitingPlans,
    SmallFeatures,
    FeatureReadModel,
    FeatureEnvironmentReadModel,
    FeatureNames,
    FeatureSearchReadModel,
    DefaultStrategy,
    DefaultStrategyService,
    ConstraintRules,
    MilestoneStrategies,
    PatternCheck,
    StrategyContent,
    StrategyReadModel,
    StrategySegments,
    StrategyService,
    StrategySetService,
    FeatureVariantService,
    FeatureVariantReadModel,
    PayloadCheck,
    PayloadSchemaReadModel,
    PayloadSchemaService,
    FeatureTagService,
    FeatureTagReadModel,
    FeatureLinkService,
    FeatureMoveService,
    MoveLimits,
    FeatureArchiveService,
    ArchiveReadModel,
    FeatureCloneService,
    FeatureDependencyService,
    DependencyReadModel,
    FeatureLifecycleService,
    StaleMarkService,
    StaleFeatureJob,
  ],
  exports: [
    FeatureReadModel,
    FeatureService,
    FeatureSwitchService,
    SwitchBatches,
    SwitchTurns,
    FeatureLinkService,
    FeatureMoveService,
    FeatureVariantService,
    PayloadSchemaReadModel,
    PayloadSchemaService,
    DefaultStrategy,
    DefaultStrategyService,
    ConstraintRules,
    StrategySegments,
    StrategyService,
    StrategyContent,
    StrategySetService,
    MilestoneStrategies,
    MoveLimits,
    WaitingPlans,
    FeatureArchiveService,
    FeatureDependencyService,
    FeatureLifecycleService,
    StaleMarkService,
  ],
})
export class FeatureModule {}
