/**
 * An OpenID provider in a separate process, since its library consists of ES modules only. It
 * exchanges messages with the test that started it: it receives the people, and sends its address
 * and the requests it got. The parameter `login_hint` selects the person who signs in, and is kept
 * in a cookie.
 */
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const CLIENT = process.env.CLIENT;
const server = createServer();
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;

/**
 * The claims of each person, by account id and by place: in the ID token, or at the user info
 * endpoint.
 */
let people = {};
let acr;
process.on('message', (message) => {
  people = message.people ?? people;
  acr = 'acr' in message ? message.acr : acr;
  process.send({ done: message.id });
});

const client = {
  ...JSON.parse(CLIENT),
  grant_types: ['authorization_code'],
  response_types: ['code'],
};
const provider = new Provider(issuer, {
  clients: [client],
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name', 'given_name', 'family_name', 'realm_access'],
    groups: ['groups'],
  },
  scopes: ['openid', 'email', 'profile', 'groups'],
  acrValues: ['low', 'high'],
  conformIdTokenClaims: process.env.CLAIMS_AT !== 'id token',
  pkce: { required: () => process.env.PKCE === 'required' },
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: { enabled: true },
    resourceIndicators: { enabled: false },
  },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
  interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  ttl: { Session: 60, Interaction: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
  cookies: { keys: ['of the tests'] },
});

provider.use(async (ctx, next) => {
  if (!ctx.path.startsWith('/interaction/')) return next();
  const { uid, params } = await provider.interactionDetails(ctx.req, ctx.res);
  const accountId = ctx.cookies.get('person', { signed: false });
  process.send({ asked: params, uid });
  if (accountId === 'nobody') {
    return provider.interactionFinished(ctx.req, ctx.res, {
      error: 'access_denied',
      error_description: '<b>secret words</b>',
    });
  }
  const grant = new provider.Grant({ accountId, clientId: client.client_id });
  grant.addOIDCScope(params.scope);
  const grantId = await grant.save();
  await provider.interactionFinished(ctx.req, ctx.res, {
    login: { accountId, ...(acr ? { acr } : {}) },
    consent: { grantId },
  });
});

server.on('request', provider.callback());
process.send({ issuer });
process.on('disconnect', () => process.exit(0));
