import { Module } from '@nestjs/common';
import { FeatureModule } from '../feature.module.js';
import { CloneController } from './clone.controller.js';
import { FeatureCloneService } from './feature-clone.service.js';

/** Clones features. */
@Module({
  imports: [FeatureModule],
  controllers: [CloneController],
  providers: [FeatureCloneService],
})
export class CloneModule {}
