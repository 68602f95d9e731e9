import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { ClientHistory } from './client-history.js';
import { ComparisonController } from './comparison.controller.js';
import { ComparisonService } from './comparison.service.js';
import { FormerAnswers, FormerReads } from './former-answers.js';
import { HistoryService } from './history.service.js';

/** Former states, rebuilt from the present and the events since then. */
@Module({
  imports: [AuthModule],
  controllers: [ComparisonController],
  providers: [ClientHistory, ComparisonService, FormerAnswers, FormerReads, HistoryService],
  exports: [FormerAnswers, HistoryService],
})
export class HistoryModule {}
