// The script of a page with the OpenFeature provider, as the documentation shows it.
import { OpenFeature, ProviderEvents } from '@openfeature/web-sdk';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';

export async function start(baseUrl, token) {
  await OpenFeature.setContext({ targetingKey: '7' });
  await OpenFeature.setProviderAndWait(
    new OFREPWebProvider({ baseUrl, headers: [['Authorization', token]] }),
  );
}

export const isOn = () => OpenFeature.getClient().getBooleanValue('checkout', false);

/** When the feature is on, or off, in milliseconds. */
export function until(on) {
  if (isOn() === on) return Date.now();
  return new Promise((resolve) => {
    const changed = () => {
      if (isOn() !== on) return;
      OpenFeature.removeHandler(ProviderEvents.ConfigurationChanged, changed);
      resolve(Date.now());
    };
    OpenFeature.addHandler(ProviderEvents.ConfigurationChanged, changed);
  });
}
