import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { IdPipe } from '../../../platform/http/validation/id.pipe.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import type { Caller } from '../../../core/auth/caller/caller.js';
import {
  CreatePersonalTokenDto,
  PersonalTokenResponse,
  PersonalTokensResponse,
} from '../personal-token/personal-token.dto.js';
import {
  CreateServiceAccountDto,
  ServiceAccountResponse,
  ServiceAccountsResponse,
  UpdateServiceAccountDto,
} from './service-account.dto.js';
import { ServiceAccountReadModel } from './service-account.read-model.js';
import { ServiceAccountService } from './service-account.service.js';

const permission = 'ADMIN';
const params = { id: 'Id of the service account, a whole number.' };

/** Manages service accounts, as which programs act. */
@ApiTags('Service Accounts')
@Controller('api/admin/service-account')
export class ServiceAccountController {
  constructor(
    private readonly accounts: ServiceAccountService,
    private readonly reads: ServiceAccountReadModel,
  ) {}

  /** Lists all service accounts, and the root roles they can have. */
  @Get()
  @Endpoint({ id: 'getServiceAccounts', permission, response: ServiceAccountsResponse })
  list(): Promise<Json<ServiceAccountsResponse>> {
    return this.reads.list();
  }

  /** Creates a service account. Create a token for it before using it. */
  @Post()
  @Endpoint({
    id: 'createServiceAccount',
    confirm: 'sensitive',
    permission,
    status: 201,
    response: ServiceAccountResponse,
    location: (account: string) =>
      `service-account/${(JSON.parse(account) as ServiceAccountResponse).id}`,
    refusals: [409],
  })
  create(
    @Body() dto: CreateServiceAccountDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ServiceAccountResponse>> {
    return this.accounts.create(dto, caller);
  }

  /** Changes a service account. Omitted properties stay unchanged. */
  @Put(':id')
  @Endpoint({
    id: 'updateServiceAccount',
    confirm: 'sensitive',
    permission,
    params,
    response: ServiceAccountResponse,
  })
  update(
    @Param('id', IdPipe) id: number,
    @Body() dto: UpdateServiceAccountDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<ServiceAccountResponse>> {
    return this.accounts.update(id, dto, caller);
  }

  /** Deletes a service account and its tokens. */
  @Delete(':id')
  @Endpoint({ id: 'deleteServiceAccount', permission, params })
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.accounts.delete(id, caller);
  }

  /** Lists the tokens of a service account, without their secrets. */
  @Get(':id/token')
  @Endpoint({ id: 'getServiceAccountTokens', permission, params, response: PersonalTokensResponse })
  tokens(@Param('id', IdPipe) id: number): Promise<Json<PersonalTokensResponse>> {
    return this.reads.tokens(id);
  }

  /**
   * Creates a token with the permissions of its service account. Only this response contains its
   * secret.
   */
  @Post(':id/token')
  @Endpoint({
    id: 'createServiceAccountToken',
    secrets: ['secret'],
    confirm: 'sensitive',
    permission,
    params,
    status: 201,
    response: PersonalTokenResponse,
    location: ({ id }: PersonalTokenResponse) => `token/${id}`,
    refusals: [409],
  })
  createToken(
    @Param('id', IdPipe) id: number,
    @Body() dto: CreatePersonalTokenDto,
    @CurrentCaller() caller: Caller,
  ): Promise<PersonalTokenResponse> {
    return this.accounts.createToken(id, dto, caller);
  }

  /** Revokes a token of a service account. */
  @Delete(':id/token/:tokenId')
  @Endpoint({
    id: 'deleteServiceAccountToken',
    permission,
    params: { ...params, tokenId: 'Id of the token, a whole number.' },
  })
  deleteToken(
    @Param('id', IdPipe) id: number,
    @Param('tokenId', IdPipe) tokenId: number,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.accounts.deleteToken(id, tokenId, caller);
  }
}
