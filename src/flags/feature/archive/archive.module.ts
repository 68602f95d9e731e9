import { Module } from '@nestjs/common';
import { FeatureModule } from '../feature.module.js';
import { ArchiveController, ProjectArchiveController } from './archive.controller.js';
import { ArchiveReadModel } from './archive.read-model.js';
import { FeatureArchiveService } from './feature-archive.service.js';

/** Archives, revives and deletes features. */
@Module({
  imports: [FeatureModule],
  controllers: [ArchiveController, ProjectArchiveController],
  providers: [FeatureArchiveService, ArchiveReadModel],
  exports: [FeatureArchiveService],
})
export class ArchiveModule {}
