import { Module } from '@nestjs/common';
import { EventController } from './event/event.controller.js';
import { EventLog } from './event/event-log.js';
import { EventReadModel } from './event/event.read-model.js';
import { EventTeller } from './event/event-teller.js';

/** Reading the audit log. */
@Module({ controllers: [EventController], providers: [EventLog, EventReadModel, EventTeller], exports: [EventTeller] })
export class EventLogModule {}
