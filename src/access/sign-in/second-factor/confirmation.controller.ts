import { Body, Controller, Post } from '@nestjs/common';
import { Endpoint } from '../../../platform/http/endpoint.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { ConfirmationService } from './confirmation.service.js';
import {
  CodeDto,
  ConfirmationResponse,
  OwnPasswordProofDto,
  PasskeyAssertionDto,
  PasskeyOptionsResponse,
} from './second-factor.dto.js';

const common = {
  tag: 'Users',
  permission: 'NONE',
  beforeSecondFactor: true,
  ofAccount: true,
} as const;

/**
 * Confirms the caller's identity again, after `ConfirmationRequired`. The confirmation is valid for
 * this session and for some minutes.
 */
@Controller('api/admin/user/confirmation')
export class ConfirmationController {
  constructor(private readonly confirmations: ConfirmationService) {}

  /** Confirms with a code of an authenticator app. */
  @Post('totp')
  @Endpoint({ id: 'confirmByTotp', ...common, response: ConfirmationResponse, refusals: [429] })
  async totp(
    @Body() { code }: CodeDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ConfirmationResponse> {
    return { confirmedUntil: await this.confirmations.byProof({ method: 'totp', code }, caller) };
  }

  /** Confirms with a recovery code, which becomes invalid. */
  @Post('recovery-code')
  @Endpoint({
    id: 'confirmByRecoveryCode',
    ...common,
    response: ConfirmationResponse,
    refusals: [429],
  })
  async recoveryCode(
    @Body() { code }: CodeDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ConfirmationResponse> {
    return {
      confirmedUntil: await this.confirmations.byProof({ method: 'recovery-code', code }, caller),
    };
  }

  /** Returns the challenge for a passkey of the caller, for `navigator.credentials.get()`. */
  @Post('passkey/options')
  @Endpoint({ id: 'getPasskeyConfirmationOptions', ...common, response: PasskeyOptionsResponse })
  passkeyOptions(@CurrentCaller() caller: Caller): Promise<object> {
    return this.confirmations.passkeyOptions(caller);
  }

  /** Confirms with a passkey. */
  @Post('passkey')
  @Endpoint({ id: 'confirmByPasskey', ...common, response: ConfirmationResponse, refusals: [429] })
  async passkey(
    @Body() credential: PasskeyAssertionDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ConfirmationResponse> {
    return {
      confirmedUntil: await this.confirmations.byProof({ method: 'passkey', credential }, caller),
    };
  }

  /** Confirms with the password. Only for users without a second factor. */
  @Post('password')
  @Endpoint({ id: 'confirmByPassword', ...common, response: ConfirmationResponse, refusals: [429] })
  async password(
    @Body() { password }: OwnPasswordProofDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ConfirmationResponse> {
    return { confirmedUntil: await this.confirmations.byPassword(password, caller) };
  }
}
