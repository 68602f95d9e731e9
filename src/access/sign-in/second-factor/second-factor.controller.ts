import { Body, Controller, Delete, Get, Header, Param, Post, Put } from '@nestjs/common';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { IdPipe } from '../../../platform/http/validation/id.pipe.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { SecondFactorReadModel } from './second-factor.read-model.js';
import {
  AddedPasskeyResponse,
  AddPasskeyDto,
  CodeDto,
  OwnSecondFactorResponse,
  PasskeyOptionsResponse,
  RecoveryCodesResponse,
  RenamePasskeyDto,
  SecondFactorResponse,
  TotpSecretResponse,
} from './second-factor.dto.js';
import { SecondFactorService, UserSecurityService } from './second-factor.service.js';
import { EndedSessionsResponse, SessionsResponse } from '../session/own-sessions.response.js';
import { OwnSessionsService } from '../session/own-sessions.service.js';

const tag = 'Users';
const permission = 'NONE';

/** Available to users who must set up a second factor, and only after a recent confirmation. */
const own = { tag, permission, beforeSecondFactor: true, confirm: 'own', ofAccount: true } as const;
const params = { id: 'Id of the passkey, a whole number.' };

/** Manages the caller's second factors. */
@Controller('api/admin/user/second-factor')
export class SecondFactorController {
  constructor(
    private readonly factors: SecondFactorService,
    private readonly reads: SecondFactorReadModel,
  ) {}

  /** Returns the caller's second factors, and whether one is required. */
  @Get()
  @Endpoint({
    id: 'getMySecondFactors',
    tag,
    permission,
    beforeSecondFactor: true,
    response: OwnSecondFactorResponse,
    refusals: [404],
  })
  get(@CurrentCaller() { userId, session }: Caller): Promise<Json<OwnSecondFactorResponse>> {
    return this.reads.get<OwnSecondFactorResponse>(userId, {
      required: session?.needsSecondFactor ?? false,
    });
  }

  /** Creates the secret of an authenticator app. It becomes active when a first code is sent. */
  @Post('totp')
  @Header('Cache-Control', 'no-store')
  @Endpoint({ id: 'beginTotp', ...own, secrets: ['secret', 'uri'], response: TotpSecretResponse })
  beginTotp(@CurrentCaller() caller: Caller): Promise<TotpSecretResponse> {
    return this.factors.beginTotp(caller);
  }

  /** Activates an authenticator app with its first code. */
  @Post('totp/confirm')
  @Header('Cache-Control', 'no-store')
  @Endpoint({
    id: 'confirmTotp',
    secrets: ['recoveryCodes'],
    ...own,
    response: RecoveryCodesResponse,
    refusals: [429],
  })
  async confirmTotp(
    @Body() { code }: CodeDto,
    @CurrentCaller() caller: Caller,
  ): Promise<RecoveryCodesResponse> {
    return { recoveryCodes: await this.factors.confirmTotp(code, caller) };
  }

  /** Removes the authenticator app. */
  @Delete('totp')
  @Endpoint({ id: 'removeTotp', ...own, refusals: [404] })
  removeTotp(@CurrentCaller() caller: Caller): Promise<void> {
    return this.factors.removeTotp(caller);
  }

  /** Returns options for creating a passkey, for `navigator.credentials.create()`. */
  @Post('passkeys/options')
  @Endpoint({ id: 'getPasskeyOptions', ...own, response: PasskeyOptionsResponse })
  passkeyOptions(@CurrentCaller() caller: Caller): Promise<object> {
    return this.factors.passkeyOptions(caller);
  }

  /** Adds a passkey that the browser has created. */
  @Post('passkeys')
  @Header('Cache-Control', 'no-store')
  @Endpoint({
    id: 'addPasskey',
    secrets: ['recoveryCodes'],
    ...own,
    status: 201,
    response: AddedPasskeyResponse,
  })
  addPasskey(
    @Body() dto: AddPasskeyDto,
    @CurrentCaller() caller: Caller,
  ): Promise<AddedPasskeyResponse> {
    return this.factors.addPasskey(dto, caller);
  }

  /** Renames a passkey. */
  @Put('passkeys/:id')
  @Endpoint({ id: 'renamePasskey', ...own, params })
  renamePasskey(
    @Param('id', IdPipe) id: number,
    @Body() { name }: RenamePasskeyDto,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.factors.renamePasskey(id, name, caller);
  }

  /** Removes a passkey. */
  @Delete('passkeys/:id')
  @Endpoint({ id: 'removePasskey', ...own, params })
  removePasskey(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.factors.removePasskey(id, caller);
  }

  /** Creates ten new recovery codes, which replace the previous ones. */
  @Post('recovery-codes')
  @Header('Cache-Control', 'no-store')
  @Endpoint({
    id: 'renewRecoveryCodes',
    ...own,
    secrets: ['recoveryCodes'],
    response: RecoveryCodesResponse,
  })
  async renewCodes(@CurrentCaller() caller: Caller): Promise<RecoveryCodesResponse> {
    return { recoveryCodes: await this.factors.renewCodes(caller) };
  }
}

const common = {
  tag: 'Users',
  permission: 'ADMIN',
  params: { id: 'Id of the user, a whole number.' },
} as const;

/** Second factors and sessions of other users, for administrators. */
@Controller('api/admin/user-admin/:id')
export class UserSecurityController {
  constructor(
    private readonly security: UserSecurityService,
    private readonly reads: SecondFactorReadModel,
    private readonly sessions: OwnSessionsService,
  ) {}

  /** Returns the second factors of a user. */
  @Get('second-factor')
  @Endpoint({ id: 'getSecondFactorsOfUser', ...common, response: SecondFactorResponse })
  get(@Param('id', IdPipe) id: number): Promise<Json<SecondFactorResponse>> {
    return this.reads.get<SecondFactorResponse>(id, {});
  }

  /** Removes all second factors of a user who lost them, and ends the user's sessions. */
  @Delete('second-factor')
  @Endpoint({ id: 'resetSecondFactorsOfUser', ...common, confirm: 'sensitive' })
  reset(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.security.reset(id, caller);
  }

  /** Lists the sessions of a user, most recently used first. */
  @Get('sessions')
  @Endpoint({ id: 'getSessionsOfUser', ...common, response: SessionsResponse })
  async list(@Param('id', IdPipe) id: number): Promise<Json<SessionsResponse>> {
    return this.sessions.list(id, undefined);
  }

  /** Ends all sessions of a user. The user's tokens stay valid. */
  @Delete('sessions')
  @Endpoint({ id: 'endSessionsOfUser', ...common, response: EndedSessionsResponse })
  async end(
    @Param('id', IdPipe) id: number,
    @CurrentCaller() caller: Caller,
  ): Promise<EndedSessionsResponse> {
    return { ended: await this.sessions.endAllOf(id, caller) };
  }
}
