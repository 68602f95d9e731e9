import { TextInput } from '@mantine/core';
import { uiTexts as texts } from '../texts/ui.js';
import { textOf } from './form-dialog.js';

/** A list of IP addresses and ranges, read by {@link addressesIn}. */
export function AddressesField({ of = [] }: { of?: readonly string[] }) {
  return (
    <TextInput
      name="allowedAddresses"
      label={texts.addresses}
      description={texts.addressesHint}
      defaultValue={of.join(', ')}
    />
  );
}

export const addressesIn = (form: FormData): string[] =>
  textOf(form, 'allowedAddresses')
    .split(/[\s,]+/)
    .filter(Boolean);

/** The property of a new token; nothing for tokens that can be used from everywhere. */
export function limitsIn(form: FormData): { allowedAddresses?: string[] } {
  const allowedAddresses = addressesIn(form);
  return allowedAddresses.length > 0 ? { allowedAddresses } : {};
}
