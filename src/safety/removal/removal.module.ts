import { Module } from '@nestjs/common';
import { SigningModule } from '../../audit/signing/signing.module.js';
import { FeatureModule } from '../../flags/feature/feature.module.js';
import { ClientFeaturesModule } from '../../serving/sdk-api/client-features.module.js';
import { RemovalController } from './removal.controller.js';
import { RemovalService } from './removal.service.js';

/** Certificates that features can be taken out of code. */
@Module({
  imports: [FeatureModule, ClientFeaturesModule, SigningModule],
  controllers: [RemovalController],
  providers: [RemovalService],
})
export class RemovalModule {}
