// Identity providers to which the browser of a journey is sent: those of the service's own tests.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { runnerImport } from 'vite';

const CLIENT = { id: 'flags', secret: 'the-client-secret-of-the-tests' };

/** An OpenID provider, which knows a person by the cookie `person`. */
export async function startOpenIdProvider(service) {
  const registered = {
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    redirect_uris: [`${service.url}/auth/oidc/callback`],
    post_logout_redirect_uris: [`${service.url}/`],
  };
  const child = fork('test/support/oidc-provider.mjs', {
    env: { PATH: process.env.PATH, CLIENT: JSON.stringify(registered) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [{ issuer }] = await once(child, 'message');
  return {
    ...{ issuer, client: CLIENT },
    /** @param people What is told of each person, by the id of their account. */
    async knows(people) {
      child.send({ id: 1, people });
      await once(child, 'message');
    },
    /** Lets a person be known when they come. */
    recognizes: (person, account) =>
      person.page.context().addCookies([{ name: 'person', value: account, url: issuer }]),
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/**
 * A SAML provider, which signs in whoever comes. It is on another site than the service, so that
 * browsers keep cookies back as they do from real ones.
 * @param said What its assertions say, such as `nameId`.
 */
export async function startSamlProvider(service, said) {
  const { answers, keys } = await samlOfTests();
  const server = createServer((request, response) => {
    const { ID: inResponseTo } = attributesOf(answers.messageIn(urlOf(request)));
    const callback = `${service.url}/auth/saml/callback`;
    const assertion = { inResponseTo, audience: service.url, recipient: callback, ...said };
    const answer = answers.response(answers.signedAssertion(assertion));
    response
      .setHeader('Content-Type', 'text/html; charset=utf-8')
      .end(formThatPosts(callback, answer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address();
  return {
    entityId: answers.ENTITY_ID,
    certificate: keys.provider.certificate,
    signOnUrl: `http://localhost:${port}/sign-on`,
    async stop() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

/** The modules of the service's tests are TypeScript, which Node.js 20 does not read. */
async function samlOfTests() {
  const [answers, keys] = await Promise.all(
    ['saml-answer', 'saml-keys'].map((name) => runnerImport(`./test/support/${name}.ts`)),
  );
  return { answers: answers.module, keys: keys.module.KEYS };
}

const urlOf = (request) => new URL(request.url, 'http://localhost');
const attributesOf = (xml) =>
  Object.fromEntries(
    [...xml.matchAll(/\b(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );

const formThatPosts = (address, answer) => `<!doctype html>
<html lang="en"><head><title>Provider</title></head><body>
<form method="post" action="${address}"><input type="hidden" name="SAMLResponse" value="${answer}"></form>
<script>document.forms[0].submit()</script></body></html>`;
