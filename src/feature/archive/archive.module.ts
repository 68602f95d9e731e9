import { Module } from '@nestjs/common';
import { ArchiveController } from './archive.controller.js';
import { ArchiveReadModel } from './archive.read-model.js';
import { FeatureArchive } from './feature-archive.service.js';
import { ProjectArchiveController } from './project-archive.controller.js';

/** Features that are archived, brought back and deleted. */
@Module({
  controllers: [ArchiveController, ProjectArchiveController],
  providers: [FeatureArchive, ArchiveReadModel],
  exports: [FeatureArchive],
})
export class ArchiveModule {}
