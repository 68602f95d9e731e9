import { Module } from '@nestjs/common';
import { Meters } from './meters.js';

/** The metrics of the process; domains add theirs to its registry. */
@Module({ providers: [Meters], exports: [Meters] })
export class MetersModule {}
