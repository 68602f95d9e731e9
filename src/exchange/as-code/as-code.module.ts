import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { FeatureModule } from '../../flags/feature/feature.module.js';
import { PreviewModule } from '../../flags/preview/preview.module.js';
import { FeatureNamingModule } from '../../flags/project/feature-naming.module.js';
import { TagModule } from '../../flags/tag/tag.module.js';
import { AsCodeController } from './as-code.controller.js';
import { FeatureCarrier } from './feature-carrier.js';
import { PlanService } from './plan.service.js';

/** Flags as code: what files describe. */
@Module({
  imports: [AuthModule, FeatureModule, FeatureNamingModule, PreviewModule, TagModule],
  controllers: [AsCodeController],
  providers: [FeatureCarrier, PlanService],
})
export class AsCodeModule {}
