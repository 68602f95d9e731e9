import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { SecretBox } from '../../core/auth/secret-box.js';
import { EdgeTokens } from './edge-tokens.js';
import {
  EdgeController,
  ProjectTokenController,
  TokenController,
  TokenSearchController,
} from './token.controller.js';
import { TokenReadModel, TokenSearchReadModel } from './token.read-model.js';
import { TokenSecrets } from './token-secrets.js';
import { TokenUses, TokenUseWriter } from './token-uses.js';
import { TokenService } from './token.service.js';

/** Manages the API tokens of SDKs and scripts. */
@Module({
  imports: [AuthModule],
  controllers: [EdgeController, ProjectTokenController, TokenController, TokenSearchController],
  providers: [
    EdgeTokens,
    SecretBox,
    TokenReadModel,
    TokenSearchReadModel,
    TokenSecrets,
    TokenService,
    TokenUseWriter,
    TokenUses,
  ],
})
export class ApiTokenModule {}
