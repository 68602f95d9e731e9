import { Container } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { isSignedOut } from '../../api/failures.js';
import { FailureBoundary } from '../router/failure-boundary.js';
import { usePath, navigate } from '../router/location.js';
import { matchOf } from '../router/route.js';
import { FIRST_ROUTES, loadOtherRoutes } from '../routes.js';
import { MeContext, meQuery } from '../session/me.js';
import { lazyComponent } from '../../kit/lazy-component.js';
import { FailureNotice, Loading } from '../../kit/states.js';
import { Shell } from './shell.js';

/** Later than the first page can be used, and before most people go to another one. */
const LATER_MS = 1_000;
const OtherPages = lazyComponent(async () => (await import('./other-pages.js')).OtherPages);

/** The page of the address, with the header if it needs a session. */
export function Pages() {
  const path = usePath();
  const match = matchOf(FIRST_ROUTES, path);
  useEffect(() => {
    const later = setTimeout(() => void loadOtherRoutes().catch(() => undefined), LATER_MS);
    return () => clearTimeout(later);
  }, []);
  const content = (
    <FailureBoundary
      key={path}
      fallback={(error, retry) => (
        <Container size="sm" py="xl">
          <FailureNotice error={error} retry={retry} />
        </Container>
      )}
    >
      <Suspense fallback={<Loading />}>
        {match ? <match.route.page params={match.params} /> : <OtherPages />}
      </Suspense>
    </FailureBoundary>
  );
  return match?.route.isPublic ? content : <SignedIn>{content}</SignedIn>;
}

/** Leads to the sign-in, and back, when nobody is signed in. */
function SignedIn({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(meQuery);
  const path = usePath();
  if (isSignedOut(error)) {
    const query = new URLSearchParams({ back: path + window.location.search });
    // Somebody was signed in until now.
    if (data) query.set('ended', 'true');
    return <Redirect to={`/sign-in?${query}`} />;
  }
  if (data)
    return (
      <MeContext value={data}>
        <Shell>{children}</Shell>
      </MeContext>
    );
  if (!error) return <Loading />;
  return (
    <Container size="sm" py="xl" component="main">
      <FailureNotice error={error} retry={() => void refetch()} />
    </Container>
  );
}

/** Goes to another page at once. */
function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
