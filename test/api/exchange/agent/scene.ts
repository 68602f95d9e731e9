import { createHash } from 'node:crypto';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Api } from '../../../support/api.js';
import { PUBLIC_URL } from '../../../support/browser.js';
import type { TestService } from '../../../support/service.js';

export const AGENTS = '/api/admin/user/agents';
export const REDIRECT = 'http://127.0.0.1:8765/callback';
export const VERIFIER = 'v'.repeat(64);
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

/** Sends what is meant for the public address to the service. */
export const fetchOf =
  (service: TestService) =>
  (address: string | URL, options?: RequestInit): Promise<Response> =>
    fetch(String(address).replace(PUBLIC_URL, service.url), options);

/** The id of a client of this name. */
export async function registered(
  service: TestService,
  name = 'Probe',
  redirectUri = REDIRECT,
): Promise<string> {
  const { body } = await service.api
    .as()
    .post('/oauth/register', { client_name: name, redirect_uris: [redirectUri] })
    .expect(201);
  return body.client_id as string;
}

/** What a person sends to allow a client something. */
export const permit = (clientId: string, more: object = {}): object => ({
  client_id: clientId,
  redirect_uri: REDIRECT,
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
  ...more,
});

/** The code that a person gives a client. */
export async function codeFrom(person: Api, clientId: string, more: object = {}): Promise<string> {
  const { body } = await person.post(AGENTS, permit(clientId, more)).expect(200);
  return new URL(body.redirect as string).searchParams.get('code')!;
}

/** Shows a code as its client. */
export function shown(
  service: TestService,
  code: string,
  clientId: string,
  more: Record<string, string> = {},
): Promise<Response> {
  const form = {
    ...{ grant_type: 'authorization_code', code, code_verifier: VERIFIER },
    ...{ client_id: clientId, redirect_uri: REDIRECT, ...more },
  };
  return fetch(`${service.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
}

/** A token that a person gives an agent. */
export async function tokenFrom(
  service: TestService,
  person: Api,
  more: object = {},
): Promise<string> {
  const clientId = await registered(service);
  const response = await shown(service, await codeFrom(person, clientId, more), clientId);
  return ((await response.json()) as { access_token: string }).access_token;
}

/** An agent of the official SDK with a token. */
export async function agentWith(service: TestService, token: string): Promise<Client> {
  const client = new Client({ name: 'probe', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  return client;
}

/** What a tool answers, and whether it is an error. */
export async function called(
  agent: Client,
  name: string,
  given: Record<string, unknown> = {},
): Promise<{ text: string; isError: boolean }> {
  const { content, isError } = await agent.callTool({ name, arguments: given });
  const [first] = content as { text: string }[];
  return { text: first!.text, isError: isError === true };
}
