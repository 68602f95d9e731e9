import { Module } from '@nestjs/common';
import { StatisticsController } from './statistics.controller.js';
import { StatisticsService } from './statistics.service.js';

/** Operations on the instance as a whole. */
@Module({ controllers: [StatisticsController], providers: [StatisticsService] })
export class InstanceAdminModule {}
