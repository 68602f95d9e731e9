import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { basePath } from '../../../api/base-path.js';
import { featureSearchQuery } from '../../flags/features/feature-queries.js';
import { apiTokenTexts as texts } from '../../../texts/api-tokens.js';
import { Copyable } from '../../../kit/secret.js';
import type { ApiToken } from './api-token-queries.js';
import { snippetsFor } from './snippets.js';

const PLACEHOLDER = 'YOUR_TOKEN';
const EXAMPLE = 'my-feature';

/** How programs connect with a token, for each SDK. */
export function Connect({ token, secret }: { token: ApiToken; secret?: string }) {
  const snippets = snippetsFor(token.type, {
    address: `${location.origin}${basePath}`,
    secret: secret ?? PLACEHOLDER,
    feature: useFeature(token) ?? EXAMPLE,
  });
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

/** The newest feature that the token can read, for the snippets to ask for. */
function useFeature({ projects: [first, ...others] }: ApiToken): string | undefined {
  const isLimited = first !== undefined && first !== '*' && others.length === 0;
  const { data } = useQuery(
    featureSearchQuery({
      ...(isLimited ? { project: `IS:${first}` } : {}),
      ...{ sortBy: 'createdAt', sortOrder: 'desc', limit: 1 },
    }),
  );
  return data?.features[0]?.name;
}
