import { Module } from '@nestjs/common';
import { ContextFieldController } from './context-field.controller.js';
import { ContextFieldReadModel } from './context-field.read-model.js';
import { ContextFieldService } from './context-field.service.js';

/** Context fields, which constraints compare. */
@Module({
  controllers: [ContextFieldController],
  providers: [ContextFieldService, ContextFieldReadModel],
  exports: [ContextFieldService],
})
export class ContextFieldModule {}
