import { Module } from '@nestjs/common';
import { ExportController } from './export.controller.js';
import { FeatureExport } from './feature-export.service.js';

/** Features that move from one instance or environment to another. */
@Module({ controllers: [ExportController], providers: [FeatureExport] })
export class TransferModule {}
