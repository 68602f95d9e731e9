import type { Actor } from '../../../../core/event/actor.js';
import { ApiError } from '../../../../platform/errors/api-error.js';
import { hashSource } from '../../../../platform/http/security-headers.js';

/** Why a sign-in was refused: a code for events, and a sentence for the user. */
const REASONS = {
  'not-enabled': [404, 'This kind of single sign-on is not enabled.'],
  'not-usable': [
    502,
    'Single sign-on is not configured correctly. Ask an administrator, who can find the ' +
      'reason in the log of the service.',
  ],
  'provider-unreachable': [502, 'The identity provider is not reachable. Try again in a minute.'],
  'provider-refused': [403, 'The identity provider did not sign you in.'],
  'not-started-here': [
    403,
    'This login was not started in this browser, or was started more than ten minutes ago. ' +
      'Start again.',
  ],
  'answer-invalid': [
    403,
    'The response of the identity provider is not valid, so you were not signed in.',
  ],
  'answer-used': [403, 'This response of the identity provider was already used. Start again.'],
  'context-too-weak': [
    403,
    'The way in which you signed in to the identity provider is not sufficient.',
  ],
  'subject-missing': [
    403,
    'The identity provider sent no permanent identifier for you. Ask an administrator to ' +
      'configure a persistent NameID.',
  ],
  'email-missing': [
    403,
    'The identity provider did not send your e-mail address, which is required at your first ' +
      'login.',
  ],
  'email-not-verified': [403, 'The identity provider has not verified your e-mail address.'],
  'not-linked': [
    403,
    'A user with your e-mail address exists, but the identity provider has not marked the ' +
      'address as verified. Ask an administrator to link your identity to your user.',
  ],
  'administrator-not-linked': [
    403,
    'The user with your e-mail address is an administrator. Administrators are not linked ' +
      'automatically: ask another administrator to link your identity to your user.',
  ],
  'too-many-identities': [
    403,
    'The user with your e-mail address has the maximum number of identities. Ask an ' +
      'administrator to remove one of them.',
  ],
  'email-domain': [403, 'Users with your e-mail domain cannot sign in.'],
  'unknown-user': [
    403,
    'There is no user with your e-mail address. Ask an administrator to create one.',
  ],
  'deleted-user': [403, 'Your user was deleted. Ask an administrator.'],
  'not-a-person': [403, 'Your e-mail address does not belong to a user who can sign in.'],
} as const satisfies Record<string, readonly [number, string]>;

/** Relative to `/auth/oidc/…` and `/auth/saml/…`, so that it needs no base path. */
const SIGN_IN = '../../sign-in';

const STYLE =
  'body { font-family: sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem }';
const POLICY =
  `default-src 'none'; style-src ${hashSource(STYLE)}; base-uri 'none'; form-action 'none'; ` +
  `frame-ancestors 'none'`;

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
    readonly eventData: object = {},
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
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Not signed in</title>
<style>${STYLE}</style></head>
<body>
<main>
<h1>Not signed in</h1>
<p>${this.message}</p>
<p><a href="${SIGN_IN}">Back to the sign-in page</a></p>
<p><small>${this.reason}</small></p>
</main>
</body>
</html>
`;
  }
}
