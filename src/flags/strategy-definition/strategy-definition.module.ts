import { Module } from '@nestjs/common';
import { StrategyDefinitionController } from './strategy-definition.controller.js';
import { StrategyDefinitionReadModel } from './strategy-definition.read-model.js';
import { StrategyDefinitionService } from './strategy-definition.service.js';

/** Strategy definitions. */
@Module({
  controllers: [StrategyDefinitionController],
  providers: [StrategyDefinitionService, StrategyDefinitionReadModel],
})
export class StrategyDefinitionModule {}
