import { Module } from '@nestjs/common';
import { MetersModule } from '../../platform/meters/meters.module.js';
import { SigningModule } from '../../audit/signing/signing.module.js';
import { InstanceMeters } from './instance-meters.js';
import { StatisticsController } from './statistics.controller.js';
import { StatisticsService } from './statistics.service.js';

/** Operations on the instance as a whole. */
@Module({
  imports: [MetersModule, SigningModule],
  controllers: [StatisticsController],
  providers: [StatisticsService, InstanceMeters],
})
export class InstanceAdminModule {}
