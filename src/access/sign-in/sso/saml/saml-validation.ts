import type { Profile } from '@node-saml/node-saml';
import type { SandboxTask } from '../../../../platform/sandbox/sandbox-task.js';
import type { UsableSamlSettings } from './saml-settings.service.js';

/** A provider's response, and the settings to verify it with. */
export interface SamlValidationInput {
  /** The response in base64, as posted. */
  response: string;
  settings: UsableSamlSettings;
  publicUrl: string;
}

/** The content of a valid assertion. `assertion` is the parsed element. */
export type VerifiedProfile = Profile & { assertion: unknown };

/** `problem` is an error message of the library, for the log. */
export type SamlValidationResult =
  | { profile: VerifiedProfile; refusal?: undefined }
  | { profile?: undefined; refusal: 'provider-refused' | 'answer-invalid'; problem: string };

/**
 * Parses a SAML response and verifies its signature, audience and times. Runs in a worker, because
 * parsing some responses takes quadratic time.
 */
export const SAML_VALIDATION: SandboxTask<SamlValidationInput, SamlValidationResult> = {
  name: 'SAML validation',
  module: new URL('./saml-validation.task.js', import.meta.url),
};

/**
 * Upper bound on tags, more than any provider sends: an assertion with a thousand groups has about
 * 2,100 opening tags.
 */
const MAX_TAGS = 10_000;
const LESS_THAN = 0x3c;

/**
 * Describes what exceeds a limit; undefined when the XML may be parsed. Cheap, because it only
 * scans bytes.
 */
export function excessOf(response: string): string | undefined {
  const xml = Buffer.from(response, 'base64');
  let tags = 0;
  for (const byte of xml)
    if (byte === LESS_THAN && ++tags > MAX_TAGS)
      return `The response has more than ${MAX_TAGS} tags.`;
  return xml.includes('<!DOCTYPE') ? 'The response has a document type declaration.' : undefined;
}
