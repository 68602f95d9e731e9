import { Module } from '@nestjs/common';
import { CodeReferenceController } from './code-reference.controller.js';
import { CodeReferenceService } from './code-reference.service.js';

/** Where code names features. */
@Module({
  controllers: [CodeReferenceController],
  providers: [CodeReferenceService],
  exports: [CodeReferenceService],
})
export class CodeReferenceModule {}
