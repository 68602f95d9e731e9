import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { FeatureModule } from '../feature/feature.module.js';
import { Inverses } from './inverses.js';
import { SwitchInverses } from './switch-inverses.js';
import { UndoController } from './undo.controller.js';
import { UndoService } from './undo.service.js';
import { UndoneEvents } from './undone-events.js';

/** Undoes changes. */
@Module({
  imports: [AuthModule, FeatureModule],
  controllers: [UndoController],
  providers: [Inverses, SwitchInverses, UndoService, UndoneEvents],
})
export class UndoModule {}
