import { Module } from '@nestjs/common';
import { StatisticsController } from './statistics.controller.js';
import { Statistics } from './statistics.service.js';

/** What concerns the instance as a whole. */
@Module({ controllers: [StatisticsController], providers: [Statistics] })
export class InstanceAdminModule {}
