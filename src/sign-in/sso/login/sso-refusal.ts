import type { Actor } from '../../../event/actor.js';
import { ApiError } from '../../../errors/api-error.js';
import { hashSource } from '../../../http/security-headers.js';

/** Why a sign-in was refused: a code for events, and a sentence for the user. */
const REASONS = {
  'not-enabled': [404, 'Single sign-on of this kind is not enabled here.'],
  'not-usable': [
    502,
    'Single sign-on is not set up as it has to be. Ask an administrator, who finds the reason in the log of the service.',
  ],
  'provider-unreachable': [
    502,
    'The identity provider cannot be reached at the moment. Try again in a minute.',
  ],
  'provider-refused': [403, 'The identity provider did not sign you in.'],
  'not-started-here': [
    403,
    'This login was not started in this browser, or more than ten minutes ago. Start it anew.',
  ],
  'answer-invalid': [
    403,
    'The answer of the identity provider cannot be trusted, so nobody was signed in.',
  ],
  'answer-used': [403, 'This answer of the identity provider has been used already. Start anew.'],
  'context-too-weak': [
    403,
    'You signed in to the identity provider in a way that is not enough here.',
  ],
  'subject-missing': [
    403,
    'The identity provider did not tell who you are in a way that lasts. Ask an administrator to have it send a persistent NameID.',
  ],
  'email-missing': [
    403,
    'The identity provider did not tell your e-mail address, which is needed when you sign in for the first time.',
  ],
  'email-not-verified': [403, 'The identity provider has not verified your e-mail address.'],
  'not-linked': [
    403,
    'There is a user with your e-mail address here, but the identity provider does not say that the address is verified. Ask an administrator to link your identity to your user.',
  ],
  'administrator-not-linked': [
    403,
    'There is a user with your e-mail address here who administers this service. Such users are not linked automatically: ask an administrator to link your identity to your user.',
  ],
  'too-many-identities': [
    403,
    'The user with your e-mail address has as many identities as a user can have. Ask an administrator to remove one of them.',
  ],
  'email-domain': [403, 'People with your e-mail address cannot sign in here.'],
  'unknown-user': [
    403,
    'There is no user with your e-mail address here. Ask an administrator to create one.',
  ],
  'deleted-user': [403, 'Your user was deleted. Ask an administrator.'],
  'not-a-person': [403, 'Your e-mail address is not that of a person here.'],
} as const satisfies Record<string, readonly [number, string]>;

const STYLE =
  'body { font-family: sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }';
const POLICY = `default-src 'none'; style-src ${hashSource(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Code of a refusal. */
export type RefusalReason = keyof typeof REASONS;

/** A refused login. The user gets a page with the reason, without internals. */
export class SsoRefusal extends ApiError {
  readonly status: number;
  override readonly contentType = 'text/html';

  constructor(
    readonly reason: RefusalReason,
    /** The user, if known. */
    readonly actor?: Pick<Actor, 'userId' | 'name'>,
    /**
     * Additional data for the event, with which an administrator can link the identity. Not shown
     * to the user.
     */
    readonly told: object = {},
  ) {
    super(REASONS[reason][1]);
    this.status = REASONS[reason][0];
  }

  override headers(): Record<string, string> {
    return { 'Cache-Control': 'no-store', 'Content-Security-Policy': POLICY };
  }

  /** Only contains constant texts. */
  override body(): string {
    return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not signed in</title>
<style>${STYLE}</style></head>
<body>
<h1>Not signed in</h1>
<p>${this.message}</p>
<p><small>${this.reason}</small></p>
</body>
</html>
`;
  }
}
