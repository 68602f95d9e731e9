import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { AsCodeModule } from '../as-code/as-code.module.js';
import { ThingTemplateController } from './thing-template.controller.js';
import { ThingTemplateService } from './thing-template.service.js';

/** Templates of features and projects. */
@Module({
  imports: [AsCodeModule, AuthModule],
  controllers: [ThingTemplateController],
  providers: [ThingTemplateService],
})
export class ThingTemplateModule {}
