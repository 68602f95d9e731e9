import { Global, Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { Commits } from './commits.js';
import { EventMonths } from './event-months.js';
import { EventRetention } from './event-retention.js';
import { EventTally } from './event-tally.js';
import { HorizonWatch } from './horizon-watch.js';
import { Namesakes } from './namesakes.js';
import { UnitOfWork } from './unit-of-work.js';
import { WriteChecks } from './tx.js';

/** Provides transactions and event recording to every module. */
@Global()
@Module({
  imports: [DatabaseModule],
  providers: [
    UnitOfWork,
    Commits,
    EventMonths,
    EventRetention,
    EventTally,
    HorizonWatch,
    Namesakes,
    WriteChecks,
  ],
  exports: [UnitOfWork, Commits, EventTally, HorizonWatch, Namesakes, WriteChecks],
})
export class EventCoreModule {}
