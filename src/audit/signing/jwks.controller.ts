import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../platform/http/endpoint.js';
import type { PublishedKey } from './endorsement.js';
import { type JwkResponse, JwksResponse } from './jwks.response.js';
import { SigningKeys } from './signing-keys.js';

/** Publishes the public keys. */
@ApiTags('Operational')
@Controller('.well-known/jwks.json')
export class JwksController {
  constructor(private readonly keys: SigningKeys) {}

  /** Lists the public keys with which signed statistics and seals of the audit log are verified. */
  @Get()
  @Header('Cache-Control', 'public, max-age=60')
  @Endpoint({ id: 'getJwks', permission: 'PUBLIC', response: JwksResponse })
  async list(): Promise<JwksResponse> {
    return { keys: (await this.keys.published()).map(jwkOf) };
  }
}

function jwkOf({ id, publicKey, endorsement }: PublishedKey): JwkResponse {
  return {
    kty: 'OKP',
    crv: 'Ed25519',
    x: publicKey,
    kid: id,
    use: 'sig',
    alg: 'EdDSA',
    ...(endorsement === null ? {} : { endorsement }),
  };
}
