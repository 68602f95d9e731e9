import { NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { basePath } from '../api/base-path.js';
import { apiTokenTexts as texts } from '../texts/api-tokens.js';
import { Copyable } from '../ui/secret.js';
import type { TokenType } from './api-token-queries.js';
import { snippetsFor } from './snippets.js';

const PLACEHOLDER = 'YOUR_TOKEN';

/** How programs connect with a token, for each SDK. */
export function Connect({ type, secret }: { type: TokenType; secret?: string }) {
  const address = `${location.origin}${basePath}`;
  const snippets = snippetsFor(type, { address, secret: secret ?? PLACEHOLDER });
  const [sdk, setSdk] = useState(snippets[0]!.sdk);
  const shown = snippets.find((one) => one.sdk === sdk) ?? snippets[0]!;
  return (
    <>
      {!secret && <Text my="sm">{texts.connectHint}</Text>}
      <NativeSelect
        my="sm"
        label={texts.sdk}
        value={shown.sdk}
        data={snippets.map((one) => one.sdk)}
        onChange={({ currentTarget: { value } }) => setSdk(value)}
      />
      <Copyable key={shown.sdk} text={shown.code} label={texts.snippet(shown.sdk)} />
    </>
  );
}
