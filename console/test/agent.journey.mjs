// An agent: a client of the official SDK registers, leads its person to the console, and gets a
// token by which it reads and proposes, until the person revokes it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { PASSWORD } from './support/browser.mjs';
import { journey } from './support/journey.mjs';

/** The address by which agents reach the service is that of the browser. */
const environment = (url) => ({ UNLEASH_URL: url });

journey('lets an agent propose', { environment }, async ({ person, service, named }) => {
  const [username, project, feature] = ['nora', 'shop', 'checkout'].map(named);
  await service.call('POST', '/user-admin', { username, password: PASSWORD, rootRole: 'Editor' });
  await service.call('POST', '/projects', { id: project, name: project });
  await service.call('POST', `/projects/${project}/features`, { name: feature });
  const callback = createServer((_, response) => response.end('<title>Done</title>Done')).listen(0);
  await once(callback, 'listening');
  try {
    const agent = new Agent(`http://127.0.0.1:${callback.address().port}/callback`);
    const transport = agent.transportTo(service.url);
    await assert.rejects(new Client({ name: 'probe', version: '1' }).connect(transport));

    await person.signsIn({ username, path: agent.page.pathname + agent.page.search });
    await person.sees('Probe asks to act for you.');
    await person.examines();
    const projects = person.page.getByRole('combobox', { name: 'Only in these projects' });
    await person.picks(projects, project);
    await Promise.all([
      once(callback, 'request').then(([{ url }]) => agent.returns(url)),
      person.presses(person.button('Allow')),
    ]);

    await transport.finishAuth(agent.code);
    const client = new Client({ name: 'probe', version: '1' });
    await client.connect(agent.transportTo(service.url));
    const { content } = await client.callTool({ name: 'search_features', arguments: {} });
    assert.ok(content[0].text.includes(feature), content[0].text);
    await client.close();

    await person.opens('/profile/tokens');
    const row = person.page.getByRole('row').filter({ hasText: 'reading and proposing' });
    await person.sees(row.getByText('Probe'));
    await person.examines();
    await person.presses(row.getByRole('button', { name: /^Revoke/ }));
    await person.presses(person.page.getByRole('dialog').getByRole('button', { name: /^Revoke/ }));
    await person.sees('You have no personal tokens');
    await assert.rejects(
      new Client({ name: 'probe', version: '1' }).connect(agent.transportTo(service.url)),
    );
  } finally {
    callback.close();
    callback.closeAllConnections();
  }
});

/** What an agent keeps while its person is asked. */
class Agent {
  /** The page of the console to which it leads. */
  page;
  code;
  #client;
  #tokens;
  #verifier;

  constructor(redirectUrl) {
    this.redirectUrl = redirectUrl;
    this.clientMetadata = { client_name: 'Probe', redirect_uris: [redirectUrl] };
  }
  transportTo(url) {
    return new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: this });
  }
  returns(url) {
    this.code = new URL(url, this.redirectUrl).searchParams.get('code');
  }
  clientInformation = () => this.#client;
  saveClientInformation = (client) => (this.#client = client);
  tokens = () => this.#tokens;
  saveTokens = (tokens) => (this.#tokens = tokens);
  redirectToAuthorization = (page) => (this.page = page);
  saveCodeVerifier = (verifier) => (this.#verifier = verifier);
  codeVerifier = () => this.#verifier;
}
