import { Module } from '@nestjs/common';
import { FirstRun } from './first-run.js';

/** The first user and tokens of a new instance. */
@Module({ providers: [FirstRun] })
export class InstanceSetupModule {}
