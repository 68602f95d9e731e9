import { Module } from '@nestjs/common';
import { Impacts } from './impacts.js';
import { PreviewGuard } from './preview.guard.js';

/** Shows what a change would do. */
@Module({ providers: [Impacts, PreviewGuard] })
export class PreviewModule {}
