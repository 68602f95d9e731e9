import type { Profile } from '@node-saml/node-saml';
import { samlFor } from './saml-provider.js';
import type {
  SamlValidationInput,
  SamlValidationResult,
  VerifiedProfile,
} from './saml-validation.js';

/** Maximum logged length of a message; the rest could quote the posted response. */
const MAX_PROBLEM_LENGTH = 200;

/** Runs in a worker thread; see {@link SamlValidationInput}. */
export default async function validate({
  response,
  settings,
  publicUrl,
}: SamlValidationInput): Promise<SamlValidationResult> {
  try {
    const saml = await samlFor(settings, publicUrl);
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
    return profile
      ? { profile: dataOf(profile) }
      : { refusal: 'provider-refused', problem: 'The response contains no user to sign in.' };
  } catch (error) {
    const isRefusal =
      (error as Error).name === 'SamlStatusError' || 'xmlStatus' in (error as object);
    const problem = (error as Error).message.slice(0, MAX_PROBLEM_LENGTH);
    return { refusal: isRefusal ? 'provider-refused' : 'answer-invalid', problem };
  }
}

/** Removes functions from a profile, which cannot be passed between threads. */
function dataOf(profile: Profile): VerifiedProfile {
  const { Assertion: assertion } = (profile.getAssertion?.() ?? {}) as { Assertion?: unknown };
  const data = Object.fromEntries(
    Object.entries(profile).filter(([, value]) => typeof value !== 'function'),
  );
  return { ...structuredClone(data), assertion: structuredClone(assertion) } as VerifiedProfile;
}
