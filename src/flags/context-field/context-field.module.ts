import { Module } from '@nestjs/common';
import { ContextFieldController } from './context-field.controller.js';
import { ContextFieldReadModel } from './context-field.read-model.js';
import { ProjectContextFieldController } from './project-context-field.controller.js';
import { ContextFieldService } from './context-field.service.js';

/** Context fields, which constraints compare. */
@Module({
  controllers: [ContextFieldController, ProjectContextFieldController],
  providers: [ContextFieldService, ContextFieldReadModel],
  exports: [ContextFieldService],
})
export class ContextFieldModule {}
