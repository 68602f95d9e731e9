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
import { DefaultStrategy } from './strategy/default-strategy.js';

/** Features and how they stand in environments. Express tries routes in order: what is called most comes first. */
@Module({
  imports: [TagModule],
  controllers: [FeatureEnvironmentController, FeatureController, FeatureNameController],
  providers: [FeatureService, FeatureSwitch, FeatureReadModel, FeatureEnvironmentReadModel, FeatureNames, DefaultStrategy],
  exports: [FeatureReadModel, FeatureService, FeatureSwitch, DefaultStrategy],
})
export class FeatureModule {}
