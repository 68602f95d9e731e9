import type { AddonParameterResponse } from './addon.response.js';
import { CHAT_PARAMETERS } from './chat-definitions.js';
import { SIEM_PARAMETERS } from './siem-definitions.js';
import { WEBHOOK_PARAMETERS } from './webhook-definition.js';

const PARAMETERS: Readonly<Record<string, readonly AddonParameterResponse[]>> = {
  webhook: WEBHOOK_PARAMETERS,
  ...CHAT_PARAMETERS,
  ...SIEM_PARAMETERS,
};

/** The names of all providers. */
export const PROVIDERS: readonly string[] = Object.keys(PARAMETERS);

/** The default URL of requests, by provider. */
export const DEFAULT_URLS: Readonly<Record<string, string>> = {
  datadog: 'https://api.datadoghq.com/api/v1/events',
};

/** The parameter of a provider. */
export const parametersOf = (provider: string): readonly AddonParameterResponse[] =>
  PARAMETERS[provider] ?? [];

/** Whether the value of a parameter is a secret. */
export const isSensitive = (provider: string, name: string): boolean =>
  parametersOf(provider).some((parameter) => parameter.name === name && parameter.sensitive);

/** Every sensitive parameter, as `provider.name`. */
export const SENSITIVE_PARAMETERS: readonly string[] = Object.entries(PARAMETERS).flatMap(
  ([provider, parameters]) =>
    parameters.filter(({ sensitive }) => sensitive).map(({ name }) => `${provider}.${name}`),
);
