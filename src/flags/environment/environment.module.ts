import { Module } from '@nestjs/common';
import { EnvironmentCloneService } from './environment-clone.service.js';
import { EnvironmentRemovalService } from './environment-removal.service.js';
import { EnvironmentController } from './environment.controller.js';
import { EnvironmentReadModel } from './environment.read-model.js';
import { EnvironmentService } from './environment.service.js';

/** Environments, their order, and their creation, cloning and deletion. */
@Module({
  controllers: [EnvironmentController],
  providers: [
    EnvironmentService,
    EnvironmentCloneService,
    EnvironmentRemovalService,
    EnvironmentReadModel,
  ],
  exports: [EnvironmentReadModel, EnvironmentRemovalService, EnvironmentService],
})
export class EnvironmentModule {}
