import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { ContextFieldModule } from '../../flags/context-field/context-field.module.js';
import { FeatureModule } from '../../flags/feature/feature.module.js';
import { FeatureNamingModule } from '../../flags/project/feature-naming.module.js';
import { TagModule } from '../../flags/tag/tag.module.js';
import { ExportController } from './export.controller.js';
import { FeatureExportService } from './feature-export.service.js';
import { FeatureImportService } from './feature-import.service.js';
import { FeatureImporter, ImportRefusal } from './feature-importer.js';
import { ImportController } from './import.controller.js';

/** Export and import of features. */
@Module({
  imports: [AuthModule, FeatureModule, FeatureNamingModule, ContextFieldModule, TagModule],
  controllers: [ExportController, ImportController],
  providers: [FeatureExportService, FeatureImportService, FeatureImporter, ImportRefusal],
})
export class TransferModule {}
