import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { ContextFieldModule } from '../../flags/context-field/context-field.module.js';
import { EnvironmentModule } from '../../flags/environment/environment.module.js';
import { FeatureModule } from '../../flags/feature/feature.module.js';
import { ProjectContentsModule } from '../../flags/project-contents/project-contents.module.js';
import { ProjectModule } from '../../flags/project/project.module.js';
import { ProjectAccessModule } from '../../flags/project-access/project-access.module.js';
import { SegmentModule } from '../../flags/segment/segment.module.js';
import { TagModule } from '../../flags/tag/tag.module.js';
import { AccessInverses } from './access-inverses.js';
import { ArchiveInverses } from './archive-inverses.js';
import { DependencyInverses } from './dependency-inverses.js';
import { EnvironmentInverses } from './environment-inverses.js';
import { FeatureInverses, SwitchInverses } from './feature-inverses.js';
import { Inverses } from './inverses.js';
import { ProjectInverses } from './project-inverses.js';
import { SegmentInverses } from './segment-inverses.js';
import { StrategyInverses } from './strategy-inverses.js';
import { UndoController } from './undo.controller.js';
import { UndoService } from './undo.service.js';
import { UndoneEvents } from './undone-events.js';

/** Undoes changes. */
@Module({
  imports: [
    AuthModule,
    ContextFieldModule,
    EnvironmentModule,
    FeatureModule,
    ProjectContentsModule,
    ProjectModule,
    ProjectAccessModule,
    SegmentModule,
    TagModule,
  ],
  controllers: [UndoController],
  providers: [
    AccessInverses,
    ArchiveInverses,
    DependencyInverses,
    EnvironmentInverses,
    FeatureInverses,
    Inverses,
    ProjectInverses,
    SegmentInverses,
    StrategyInverses,
    SwitchInverses,
    UndoneEvents,
    UndoService,
  ],
})
export class UndoModule {}
