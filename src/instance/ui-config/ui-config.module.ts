import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { FrontendModule } from '../../serving/frontend/frontend.module.js';
import { MetersModule } from '../../platform/meters/meters.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { ResourceLimitMeters } from './resource-limit-meters.js';
import { UiConfigController } from './ui-config.controller.js';
import { UiConfigService } from './ui-config.service.js';

/** The configuration for user interfaces. */
@Module({
  imports: [AuthModule, FrontendModule, MetersModule, OperationsModule],
  controllers: [UiConfigController],
  providers: [UiConfigService, ResourceLimitMeters],
})
export class UiConfigModule {}
