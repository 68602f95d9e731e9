import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../core/auth/caller/caller.js';
import { CurrentCaller } from '../../../core/auth/current-caller.js';
import { Endpoint } from '../../../platform/http/endpoint.js';
import type { Json } from '../../../platform/http/json.js';
import { IdPipe } from '../../../platform/http/validation/id.pipe.js';
import {
  CreateFederatedCredentialDto,
  FederatedCredentialDto,
  FederatedCredentialResponse,
  FederatedCredentialsResponse,
} from './federated-credential.dto.js';
import { FederatedCredentialService } from './federated-credential.service.js';

const permission = 'ADMIN';
const params = { id: 'Id of the credential, a whole number.' };

/** Manages for whose tokens of other issuers service accounts give tokens. */
@ApiTags('Federated Credentials')
@Controller('api/admin/federated-credentials')
export class FederatedCredentialController {
  constructor(private readonly credentials: FederatedCredentialService) {}

  /** Lists the federated credentials of all service accounts. */
  @Get()
  @Endpoint({ id: 'getFederatedCredentials', permission, response: FederatedCredentialsResponse })
  list(): Promise<Json<FederatedCredentialsResponse>> {
    return this.credentials.list();
  }

  /** Returns a federated credential. */
  @Get(':id')
  @Endpoint({
    id: 'getFederatedCredential',
    permission,
    params,
    response: FederatedCredentialResponse,
  })
  get(@Param('id', IdPipe) id: number): Promise<Json<FederatedCredentialResponse>> {
    return this.credentials.get(id);
  }

  /**
   * Creates a federated credential: whoever has a token of the issuer with the audience, subject
   * and claims can exchange it for a token of the service account at `/auth/oidc/exchange`.
   */
  @Post()
  @Endpoint({
    id: 'createFederatedCredential',
    confirm: 'sensitive',
    permission,
    status: 201,
    response: FederatedCredentialResponse,
    location: (credential: string) =>
      `federated-credentials/${(JSON.parse(credential) as FederatedCredentialResponse).id}`,
    refusals: [409],
  })
  create(
    @Body() dto: CreateFederatedCredentialDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<FederatedCredentialResponse>> {
    return this.credentials.create(dto, caller);
  }

  /**
   * Replaces a federated credential, except its service account. Omitted properties get their
   * default. Its tokens end.
   */
  @Put(':id')
  @Endpoint({
    id: 'updateFederatedCredential',
    confirm: 'sensitive',
    permission,
    params,
    response: FederatedCredentialResponse,
    refusals: [409],
  })
  update(
    @Param('id', IdPipe) id: number,
    @Body() dto: FederatedCredentialDto,
    @CurrentCaller() caller: Caller,
  ): Promise<Json<FederatedCredentialResponse>> {
    return this.credentials.update(id, dto, caller);
  }

  /** Deletes a federated credential and its tokens. */
  @Delete(':id')
  @Endpoint({ id: 'deleteFederatedCredential', permission, params })
  delete(@Param('id', IdPipe) id: number, @CurrentCaller() caller: Caller): Promise<void> {
    return this.credentials.delete(id, caller);
  }
}
