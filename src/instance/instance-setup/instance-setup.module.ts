import { Module } from '@nestjs/common';
import { InstanceSetup } from './instance-setup.js';

/** Creates the first user and tokens of a new instance. */
@Module({ providers: [InstanceSetup] })
export class InstanceSetupModule {}
