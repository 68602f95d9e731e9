import { Module } from '@nestjs/common';
import { SecretBox } from '../../core/auth/secret-box.js';
import { JwksController } from './jwks.controller.js';
import { SigningKeys } from './signing-keys.js';

/** The keys with which the instance signs what others verify. */
@Module({
  controllers: [JwksController],
  providers: [SecretBox, SigningKeys],
  exports: [SigningKeys],
})
export class SigningModule {}
