import { Module } from '@nestjs/common';
import { MetersModule } from '../../platform/meters/meters.module.js';
import { Traffic } from './traffic.js';
import { TrafficController } from './traffic.controller.js';
import { TrafficReadModel } from './traffic.read-model.js';

/** How much the instance is used: requests and connections by day and month. */
@Module({
  imports: [MetersModule],
  controllers: [TrafficController],
  providers: [Traffic, TrafficReadModel],
  exports: [Traffic],
})
export class TrafficModule {}
