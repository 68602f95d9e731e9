import { Module } from '@nestjs/common';
import { DryRuns } from './dry-runs.js';
import { Impacts } from './impacts.js';

/** Shows what a change would do. */
@Module({ providers: [DryRuns, Impacts], exports: [DryRuns, Impacts] })
export class PreviewModule {}
