import { Module } from '@nestjs/common';
import { EnvironmentCloneService } from './environment-clone.service.js';
import { EnvironmentRemovalService } from './environment-removal.service.js';
import { EnvironmentController } from './environment.controller.js';
import { EnvironmentReadModel } from './environment.read-model.js';
import { EnvironmentService } from './environment.service.js';

/**
 * The environments of the instance: which there are, in which order, and what becomes of features
 * when one comes or goes.
 */
@Module({
  controllers: [EnvironmentController],
  providers: [
    EnvironmentService,
    EnvironmentCloneService,
    EnvironmentRemovalService,
    EnvironmentReadModel,
  ],
  exports: [EnvironmentReadModel],
})
export class EnvironmentModule {}
