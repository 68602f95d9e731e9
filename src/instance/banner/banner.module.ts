import { Module } from '@nestjs/common';
import { BannerController } from './banner.controller.js';
import { BannerService } from './banner.service.js';

/** Messages that user interfaces show to everybody. */
@Module({ controllers: [BannerController], providers: [BannerService] })
export class BannerModule {}
