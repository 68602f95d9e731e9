import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { FeatureModule } from '../../flags/feature/feature.module.js';
import { SignalController } from './signal.controller.js';
import { SignalReceiver } from './signal-receiver.js';
import { SignalService } from './signal.service.js';

/** What monitoring sends to turn features off. */
@Module({
  imports: [AuthModule, FeatureModule],
  controllers: [SignalController],
  providers: [SignalService, SignalReceiver],
})
export class SignalModule {}
