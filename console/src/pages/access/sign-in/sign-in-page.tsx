import { Alert, Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { navigate, useSearch } from '../../../app/router/location.js';
import { forgetSession } from '../../../app/session/me.js';
import { signInTexts } from '../../../texts/sign-in.js';
import { FailureNotice, Loading } from '../../../kit/states.js';
import { PublicPage } from '../links/public-page.js';
import { PasswordForm } from './password-form.js';
import { ProviderLinks } from './provider-links.js';
import { SecondFactorForm } from './second-factor-form.js';
import { signInMethodsQuery } from './sign-in-methods.js';

/** How much the service takes of the address of a page. */
const MAX_LENGTH = 2_000;

/** Signs in by password and second factor, or leads to the identity provider. */
export function SignInPage() {
  const [search] = useSearch();
  const { data, error, refetch } = useQuery(signInMethodsQuery);
  const [factors, setFactors] = useState<readonly string[]>();
  const methods = factors ?? data?.secondFactor ?? [];
  const isSecond = methods.length > 0;
  const back = wantedPage(search.get('back'));
  const done = useDone(back);
  return (
    <PublicPage title={isSecond ? signInTexts.secondFactor : signInTexts.title}>
      {search.has('ended') && !isSecond && (
        <Alert color="yellow" mb="md">
          {signInTexts.ended}
        </Alert>
      )}
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && isSecond && (
        <>
          <SecondFactorForm methods={methods} onDone={done} />
          <Button fullWidth mt="xs" variant="subtle" onClick={() => setFactors([])}>
            {signInTexts.signInAgain}
          </Button>
        </>
      )}
      {data && !isSecond && (
        <>
          {data.password && <PasswordForm onDone={done} onSecondFactor={setFactors} />}
          <ProviderLinks methods={data} back={back} onDone={done} />
        </>
      )}
    </PublicPage>
  );
}

/** Goes to where the person wanted to go, with nothing left of an earlier session. */
function useDone(back: string | undefined): () => void {
  const queries = useQueryClient();
  return () => {
    forgetSession(queries);
    navigate(back ?? '/', { replace: true });
  };
}

/** The page that an address names, unless it would lead to another host. */
function wantedPage(back: string | null): string | undefined {
  if (!back?.startsWith('/') || back.length > MAX_LENGTH) return undefined;
  if (!URL.canParse(back, window.location.origin)) return undefined;
  const { origin, pathname, search } = new URL(back, window.location.origin);
  const isOwn = origin === window.location.origin && !pathname.startsWith('//');
  return isOwn ? pathname + search : undefined;
}
