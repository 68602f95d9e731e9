import { Module } from '@nestjs/common';
import { ArchiveController } from './archive.controller.js';
import { ArchiveReadModel } from './archive.read-model.js';
import { FeatureArchiveService } from './feature-archive.service.js';
import { ProjectArchiveController } from './project-archive.controller.js';

/** Features that are archived, brought back and deleted. */
@Module({
  controllers: [ArchiveController, ProjectArchiveController],
  providers: [FeatureArchiveService, ArchiveReadModel],
  exports: [FeatureArchiveService],
})
export class ArchiveModule {}
