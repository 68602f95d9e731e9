import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { FederatedCredentialController } from './federated-credential/federated-credential.controller.js';
import { FederatedCredentialService } from './federated-credential/federated-credential.service.js';
import { GroupController, GroupSearchController } from './group/group.controller.js';
import { GroupReadModel } from './group/group.read-model.js';
import { GroupService } from './group/group.service.js';
import { InviteController } from './invite/invite.controller.js';
import { InviteService } from './invite/invite.service.js';
import { AccountMails } from './mail/account-mails.js';
import { Mailer } from './mail/mailer.js';
import {
  PersonalTokenController,
  UserTokenController,
} from './personal-token/personal-token.controller.js';
import { PersonalTokenService } from './personal-token/personal-token.service.js';
import { PreferenceController } from './preference/preference.controller.js';
import { PreferenceService } from './preference/preference.service.js';
import { ResetMails } from './reset/reset-mails.js';
import { ResetController } from './reset/reset.controller.js';
import { ResetService } from './reset/reset.service.js';
import { UserController, UserSearchController } from './user/user.controller.js';
import { MeReadModel, UserReadModel, UserSearchReadModel } from './user/user.read-model.js';
import { ServiceAccountController } from './service-account/service-account.controller.js';
import { ServiceAccountReadModel } from './service-account/service-account.read-model.js';
import { ServiceAccountService } from './service-account/service-account.service.js';
import { MeController } from './user/me.controller.js';
import { PasswordRules } from './user/password-rules.js';
import { UserService } from './user/user.service.js';

/** Users, groups, service accounts and their mails. */
@Module({
  imports: [AuthModule],
  controllers: [
    PreferenceController,
    FederatedCredentialController,
    GroupController,
    GroupSearchController,
    InviteController,
    MeController,
    PersonalTokenController,
    ResetController,
    ServiceAccountController,
    UserController,
    UserSearchController,
    UserTokenController,
  ],
  providers: [
    AccountMails,
    FederatedCredentialService,
    GroupReadModel,
    GroupService,
    InviteService,
    Mailer,
    MeReadModel,
    PasswordRules,
    PersonalTokenService,
    PreferenceService,
    ResetMails,
    ResetService,
    ServiceAccountReadModel,
    ServiceAccountService,
    UserReadModel,
    UserSearchReadModel,
    UserService,
  ],
  exports: [Mailer],
})
export class PeopleModule {}
