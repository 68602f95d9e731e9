import { Module } from '@nestjs/common';
import { AccessRequestModule } from '../../access/people/access-request/access-request.module.js';
import { PeopleModule } from '../../access/people/people.module.js';
import { AuditLogModule } from '../../audit/audit-log/audit-log.module.js';
import { AuthModule } from '../../core/auth/auth.module.js';
import { Happenings } from './happenings.js';
import { NotificationMails } from './notification-mails.js';

/** Mails of what people want to be notified of. */
@Module({
  imports: [AccessRequestModule, AuditLogModule, AuthModule, PeopleModule],
  providers: [Happenings, NotificationMails],
})
export class NotificationMailModule {}
