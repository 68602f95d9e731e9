import { ApiProperty } from '@nestjs/swagger';
import { OneOf, Text, TextList } from '../../../platform/http/validation/shape.decorators.js';
import { MAX_CLIENT_ID, MAX_NAME, MAX_REDIRECT, MAX_REDIRECTS } from './oauth-client.js';

/** Longest state of a client, in characters. */
const MAX_STATE = 1_000;
/** A SHA-256 in base64url. */
const CHALLENGE = /^[\w-]{43}$/;
/** What RFC 7636, 4.1, allows. */
const VERIFIER = /^[\w.~-]{43,128}$/;

/** Where agents get tokens (RFC 9728). */
export class ProtectedResourceResponse {
  /** Address of the MCP endpoint. */
  resource: string;
  /** Addresses of those who give tokens for it: this service. */
  authorization_servers: string[];
  /** How tokens are sent. */
  bearer_methods_supported: string[];
  /** What can be asked for. */
  scopes_supported: string[];
}

/** How agents get tokens (RFC 8414). */
export class AuthorizationServerResponse {
  /** Address of this service. */
  issuer: string;
  /** The page on which a person agrees. */
  authorization_endpoint: string;
  /** Where a code becomes a token. */
  token_endpoint: string;
  /** Where clients register. */
  registration_endpoint: string;
  /** What can be asked for. */
  scopes_supported: string[];
  /** The only flow. */
  response_types_supported: string[];
  /** The only grant. */
  grant_types_supported: string[];
  /** Clients have no secrets. */
  token_endpoint_auth_methods_supported: string[];
  /** How clients prove that they began the flow. */
  code_challenge_methods_supported: string[];
}

/** A client that registers itself (RFC 7591). Other properties are ignored. */
export class RegisterClientDto {
  /** What the client calls itself, 1 to 100 characters. */
  @Text({ optional: true, trim: true, min: 1, max: MAX_NAME })
  client_name?: string;
  /** Where people are sent back to: 1 to 5 addresses. */
  @TextList({ min: 1, max: MAX_REDIRECTS })
  redirect_uris: string[];
}

/** A registered client. Nothing is stored: its id says what it is. */
export class RegisteredClientResponse {
  /** Id of the client. */
  client_id: string;
  /** What the client calls itself. */
  client_name: string;
  /** Where people are sent back to. */
  redirect_uris: string[];
  /** The only grant. */
  grant_types: string[];
  /** The only flow. */
  response_types: string[];
  /** Clients have no secrets. */
  token_endpoint_auth_method: string;
}

/** Which agent asks a person. */
export class AgentQuery {
  /** Id of the client. */
  @Text({ min: 1, max: MAX_CLIENT_ID })
  client_id: string;
  /** Where the person is sent back to. */
  @Text({ min: 1, max: MAX_REDIRECT })
  redirect_uri: string;
}

/** An agent that asks a person. */
export class AgentResponse {
  /** What it calls itself. Anybody can use any name. */
  name: string;
  /** Where the person is sent back to: a host, or a scheme of an application. */
  target: string;
  /** For how many hours it may read and propose. */
  @ApiProperty({ type: 'integer' })
  hours: number;
}

/** What a person allows an agent. */
export class AllowAgentDto extends AgentQuery {
  /** SHA-256 of what only the client knows, in base64url (PKCE). */
  @Text({ pattern: CHALLENGE })
  code_challenge: string;
  /** The only method. */
  @OneOf(['S256'])
  code_challenge_method: string;
  /** What the client gets back as it is. */
  @Text({ optional: true, max: MAX_STATE })
  state?: string;
  /** Ids of 1 to 50 projects; all that the person can see, when absent. */
  @TextList({ optional: true, min: 1, max: 50 })
  projects?: string[];
}

/** Where the person goes next. */
export class AllowedAgentResponse {
  /** Address of the client, with a code that is valid for a minute. */
  redirect: string;
}

/** A code to exchange for a token. */
export class AgentTokenDto {
  /** The only grant. */
  @OneOf(['authorization_code'])
  grant_type: string;
  /** The code. */
  @Text({ min: 1, max: 100 })
  code: string;
  /** What the client has hashed before. */
  @Text({ pattern: VERIFIER })
  code_verifier: string;
  /** Id of the client. */
  @Text({ min: 1, max: MAX_CLIENT_ID })
  client_id: string;
  /** Where the code was sent to. */
  @Text({ min: 1, max: MAX_REDIRECT })
  redirect_uri: string;
}

/** The token of an agent. */
export class AgentTokenResponse {
  /** The token, to send in `Authorization`. */
  access_token: string;
  /** Its kind. */
  @ApiProperty({ enum: ['Bearer'] })
  token_type: string;
  /** How many seconds it is valid. */
  @ApiProperty({ type: 'integer' })
  expires_in: number;
  /** What it allows. */
  scope: string;
}

/** Why there is no token (RFC 6749, 5.2). */
export class OAuthErrorResponse {
  /** The kind of error, such as `invalid_grant`. */
  error: string;
  /** What was wrong, and what would be right. */
  error_description: string;
}
