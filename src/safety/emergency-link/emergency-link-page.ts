import type { Request, Response } from 'express';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiError } from '../../platform/errors/api-error.js';
import { hashSource } from '../../platform/http/security-headers.js';
import type { EmergencyLinkPageResponse } from './emergency-link.dto.js';

/** Where the pages of links are. */
export const EMERGENCY_PATH = '/emergency/';

/** How many features a page names. */
const MOST_NAMES = 100;

const STYLE =
  'body { font: 1.1rem/1.5 sans-serif; max-width: 36rem; margin: 2rem auto; padding: 0 1rem; ' +
  'overflow-wrap: anywhere; color: #1a1a1a; background: #fff } ' +
  'button { font: inherit; font-weight: bold; width: 100%; padding: 1.2rem; border: 0; ' +
  'border-radius: .5rem; color: #fff; background: #b42318 }';

/** The page has no scripts, loads nothing, and its form can only be sent to this service. */
const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    `default-src 'none'; style-src ${hashSource(STYLE)}; base-uri 'none'; form-action 'self'; ` +
    `frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  Vary: 'Accept',
};

/** Whether to answer with a page, which browsers ask for. Sets the headers for it. */
export const WantsPage = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const http = context.switchToHttp();
  const wantsPage = prefersPage(http.getRequest<Request>());
  const response = http.getResponse<Response>();
  response.set(HEADERS).type(wantsPage ? 'text/html' : 'application/json');
  return wantsPage;
});

function prefersPage(request: Request): boolean {
  return request.accepts(['application/json', 'text/html']) === 'text/html';
}

/** A page that says what a link turns off, with the button that does it. */
export function pageBefore(link: EmergencyLinkPageResponse): string {
  const { environment, features, reason, owner, expiresAt, singleUse } = link;
  if (features.length === 0)
    return page('Nothing to turn off', [
      link.tag
        ? `No feature has the tag ${nameOfTag(link)} now.`
        : 'The feature is archived, so it is off everywhere.',
    ]);
  return page(
    `Turn off in ${environment}?`,
    [
      ...(reason === null ? [] : [`This link is for: ${reason}`]),
      `It turns off in the environment ${environment} of the project ${link.project}` +
        (link.tag ? `, because of the tag ${nameOfTag(link)}:` : ':'),
    ],
    `${listOf(link)}
<form method="post"><button>Turn off now</button></form>
<p>${escaped(
      `Everybody who uses the ${features.length === 1 ? 'feature' : 'features'} there gets this ` +
        `at once. Turning on again needs a sign-in. The audit log names this link and its owner, ` +
        `${owner}. It works until ${utc(expiresAt)}${singleUse ? ', and only once' : ''}.`,
    )}</p>`,
  );
}

/** A page that says what a link has turned off. */
export function pageAfter(link: EmergencyLinkPageResponse): string {
  const { environment, project, features } = link;
  if (features.length === 0) return pageBefore(link);
  return page(
    `Turned off in ${environment}`,
    [`Off in the environment ${environment} of the project ${project}:`],
    listOf(link),
  );
}

/** A refusal as a page, for requests that prefer one. */
export function refusalPage(error: ApiError, request: Request): ApiError {
  return prefersPage(request) ? new RefusalPage(error) : error;
}

class RefusalPage extends ApiError {
  readonly status: number;
  override readonly contentType = 'text/html';

  constructor(private readonly error: ApiError) {
    super(error.message);
    this.status = error.status;
  }

  override headers(): Record<string, string> {
    return { ...this.error.headers(), ...HEADERS };
  }

  override body(): string {
    return page('Nothing was turned off', [this.message, `(${this.error.name})`]);
  }
}

function page(title: string, paragraphs: readonly string[], rest = ''): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex, nofollow">
<title>${escaped(title)}</title>
<style>${STYLE}</style></head>
<body>
<main>
<h1>${escaped(title)}</h1>
${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('\n')}
${rest}
</main>
</body>
</html>
`;
}

function listOf({ features }: EmergencyLinkPageResponse): string {
  const items = features
    .slice(0, MOST_NAMES)
    .map(({ name, enabled }) => `<li><b>${escaped(name)}</b>, now ${enabled ? 'on' : 'off'}</li>`);
  const more = features.length - items.length;
  if (more > 0) items.push(`<li>and ${more} more</li>`);
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

function nameOfTag({ tag }: EmergencyLinkPageResponse): string {
  return `${tag?.type}:${tag?.value}`;
}

/** A time for people everywhere: `2026-11-26 17:46 UTC`. */
function utc(moment: string): string {
  return `${moment.slice(0, 16).replace('T', ' ')} UTC`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (one) => ENTITIES[one]!);
}
