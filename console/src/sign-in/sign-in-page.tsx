import { Container, Paper, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { navigate, useSearch } from '../router/location.js';
import { forgetSession } from '../session/me.js';
import { signInTexts } from '../texts/sign-in.js';
import { FailureNotice, Loading } from '../ui/states.js';
import { PasswordForm } from './password-form.js';
import { ProviderLinks } from './provider-links.js';
import { SecondFactorForm } from './second-factor-form.js';
import { signInMethodsQuery } from './sign-in-methods.js';

/** Signs in by password and second factor, or leads to the identity provider. */
export function SignInPage() {
  const [search] = useSearch();
  const { data, error, refetch } = useQuery(signInMethodsQuery);
  const [factors, setFactors] = useState<readonly string[]>();
  const done = useDone(search.get('back'));
  useEffect(() => {
    document.title = signInTexts.title;
  }, []);
  return (
    <Container size="xs" component="main" py="xl">
      <Title order={1} size="h2" ta="center" mb="lg">
        {factors ? signInTexts.secondFactor : signInTexts.title}
      </Title>
      <Paper withBorder p="lg" radius="md">
        {error && <FailureNotice error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data && factors && <SecondFactorForm methods={factors} onDone={done} />}
        {data && !factors && (
          <>
            {data.password && <PasswordForm onDone={done} onSecondFactor={setFactors} />}
            <ProviderLinks methods={data} onDone={done} />
          </>
        )}
      </Paper>
    </Container>
  );
}

/** Goes to where the person wanted to go, with nothing left of an earlier session. */
function useDone(back: string | null): () => void {
  const queries = useQueryClient();
  return () => {
    forgetSession(queries);
    navigate(back && isOwnPath(back) ? back : '/features', { replace: true });
  };
}

/** Whether a path stays in the console: `//host` and `/\\host` would not. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}
