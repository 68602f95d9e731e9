import { Module } from '@nestjs/common';
import { AuthModule } from '../../core/auth/auth.module.js';
import { SecretBox } from '../../core/auth/secret-box.js';
import { EdgeTokens } from './edge/edge-tokens.js';
import { EdgeController } from './edge/edge.controller.js';
import { ProjectTokenController } from './project-token.controller.js';
import { TokenSearchController } from './search/token-search.controller.js';
import { TokenSearchReadModel } from './search/token-search.read-model.js';
import { TokenSecrets } from './token-secrets.js';
import { TokenUseWriter } from './token-use-writer.js';
import { TokenUses } from './token-uses.js';
import { TokenController } from './token.controller.js';
import { TokenReadModel } from './token.read-model.js';
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
