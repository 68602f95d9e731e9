import type { Profile } from '@node-saml/node-saml';
import type { SandboxTask } from '../../../sandbox/sandbox-task.js';
import type { UsableSamlSettings } from './saml-settings.service.js';

/** A response of a provider, and what it is checked against. */
export interface SamlValidationInput {
  /** In base64, as it was posted. */
  response: string;
  settings: UsableSamlSettings;
  publicUrl: string;
}

/** What a valid assertion says. `assertion` is the parsed element. */
export type VerifiedProfile = Profile & { assertion: unknown };

/** `problem` is a message of the library, for the log. */
export type SamlValidationResult =
  | { profile: VerifiedProfile; refusal?: undefined }
  | { profile?: undefined; refusal: 'provider-refused' | 'answer-invalid'; problem: string };

/**
 * Parses a SAML response and checks its signature, audience and times. Parsing takes quadratic time
 * for some responses, so it runs in a worker.
 */
export const SAML_VALIDATION: SandboxTask<SamlValidationInput, SamlValidationResult> = {
  name: 'SAML validation',
  module: new URL('./saml-validation.task.js', import.meta.url),
};

/**
 * More than any provider sends: an assertion with a thousand groups has some 2,100 tags and as many
 * closing ones.
 */
const MAX_TAGS = 10_000;
const LESS_THAN = 0x3c;

/**
 * What a response has too much of; nothing when its XML may be parsed. Looks at the bytes alone, so
 * it costs little.
 */
export function excessOf(response: string): string | undefined {
  const xml = Buffer.from(response, 'base64');
  let tags = 0;
  for (const byte of xml)
    if (byte === LESS_THAN && ++tags > MAX_TAGS)
      return `The response has more than ${MAX_TAGS} tags.`;
  return xml.includes('<!DOCTYPE') ? 'The response has a document type.' : undefined;
}
