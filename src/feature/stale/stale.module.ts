import { Module } from '@nestjs/common';
import { OutlivedWatch } from './outlived-watch.js';
import { StaleController } from './stale.controller.js';
import { StaleMark } from './stale-mark.service.js';

/** Features that are stale, or seem to be. */
@Module({ controllers: [StaleController], providers: [StaleMark, OutlivedWatch] })
export class StaleModule {}
