import { Module } from '@nestjs/common';
import { AuditLogModule } from '../../audit/audit-log/audit-log.module.js';
import { SignInModule } from '../../access/sign-in/sign-in.module.js';
import { MetersModule } from '../../platform/meters/meters.module.js';
import { AddonController } from './addon.controller.js';
import { AddonReadModel } from './addon.read-model.js';
import { AddonSecrets } from './addon-secrets.js';
import { AddonService } from './addon.service.js';
import { DispatchLoop, WebhookDispatcher } from './delivery/webhook-dispatcher.js';
import { DeniedCourier } from './delivery/denied-courier.js';
import { Cursors } from './delivery/cursors.js';
import { WebhookMeters } from './delivery/webhook-meters.js';
import { AddonTestService } from './addon-test.service.js';
import { MessageRequests } from './message/message-requests.js';
import { BodyTemplates } from './webhook/body-templates.js';
import { WebhookSender } from './webhook/webhook-sender.js';

/** Manages addons, which send events to other systems. */
@Module({
  imports: [AuditLogModule, MetersModule, SignInModule],
  controllers: [AddonController],
  providers: [
    AddonSecrets,
    AddonService,
    AddonReadModel,
    BodyTemplates,
    WebhookSender,
    Cursors,
    WebhookDispatcher,
    DispatchLoop,
    DeniedCourier,
    WebhookMeters,
    MessageRequests,
    AddonTestService,
  ],
})
export class AddonModule {}
