import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { FeatureModule } from '../../flags/feature/feature.module.js';
import { EmergencyLinkController } from './emergency-link.controller.js';
import { EmergencyLinkService } from './emergency-link.service.js';
import { EmergencyLinkUse } from './emergency-link-use.js';

/** Links with which somebody who is not signed in can turn features off, and nothing else. */
@Module({
  imports: [AuthModule, FeatureModule],
  controllers: [EmergencyLinkController],
  providers: [EmergencyLinkService, EmergencyLinkUse],
})
export class EmergencyLinkModule {}
