import { Module } from '@nestjs/common';
import { AuditLogModule } from '../../audit/audit-log/audit-log.module.js';
import { CulpritController } from './culprit.controller.js';
import { CulpritService } from './culprit.service.js';

/** The search for the change that caused something. */
@Module({
  imports: [AuditLogModule],
  controllers: [CulpritController],
  providers: [CulpritService],
})
export class CulpritModule {}
