import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { FeatureNamingModule } from '../../flags/project/feature-naming.module.js';
import { PolicyCheck } from './policy-check.js';
import { InstancePolicyController, PolicyController } from './policy.controller.js';
import { PolicyService } from './policy.service.js';

/** Rules for what is saved. */
@Module({
  imports: [AuthModule, FeatureNamingModule],
  controllers: [InstancePolicyController, PolicyController],
  providers: [PolicyCheck, PolicyService],
})
export class PolicyModule {}
