import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { FeatureModule } from '../../flags/feature/feature.module.js';
import { PreviewModule } from '../../flags/preview/preview.module.js';
import { FeatureNamingModule } from '../../flags/project/feature-naming.module.js';
import { TagModule } from '../../flags/tag/tag.module.js';
import { RolesModule } from '../../access/roles/roles.module.js';
import { ContextFieldModule } from '../../flags/context-field/context-field.module.js';
import { EnvironmentModule } from '../../flags/environment/environment.module.js';
import { ProjectContentsModule } from '../../flags/project-contents/project-contents.module.js';
import { ProjectModule } from '../../flags/project/project.module.js';
import { SegmentModule } from '../../flags/segment/segment.module.js';
import { AsCodeController } from './as-code.controller.js';
import { CodeExportService } from './code-export.service.js';
import { FeatureCarrier } from './feature-carrier.js';
import { PlanCarrier } from './plan-carrier.js';
import { PlanService } from './plan.service.js';
import { ThingCarrier } from './thing-carrier.js';

/** Flags as code: what files describe. */
@Module({
  imports: [
    AuthModule,
    ContextFieldModule,
    EnvironmentModule,
    FeatureModule,
    FeatureNamingModule,
    PreviewModule,
    ProjectContentsModule,
    ProjectModule,
    RolesModule,
    SegmentModule,
    TagModule,
  ],
  controllers: [AsCodeController],
  exports: [CodeExportService, PlanService],
  providers: [CodeExportService, FeatureCarrier, PlanCarrier, PlanService, ThingCarrier],
})
export class AsCodeModule {}
