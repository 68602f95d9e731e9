import { Button, Container } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { isSignedOut } from '../api/failures.js';
import { FailureBoundary } from '../router/failure-boundary.js';
import { Link } from '../router/link.js';
import { usePath } from '../router/location.js';
import { Redirect } from '../router/redirect.js';
import { matchOf, type Route } from '../router/route.js';
import { meQuery } from '../session/me.js';
import { failureTexts } from '../texts/failures.js';
import { shellTexts } from '../texts/shell.js';
import { EmptyState, FailureNotice, Loading } from '../ui/states.js';
import { Shell } from './shell.js';

/** The page of the address, with the header if it needs a session. */
export function Pages({ routes }: { routes: readonly Route[] }) {
  const path = usePath();
  const match = matchOf(routes, path);
  const page = match ? <match.route.page params={match.params} /> : <NotFound />;
  const content = (
    <FailureBoundary
      key={path}
      fallback={(error, retry) => (
        <Container size="sm" py="xl">
          <FailureNotice error={error} retry={retry} />
        </Container>
      )}
    >
      <Suspense fallback={<Loading />}>{page}</Suspense>
    </FailureBoundary>
  );
  return match?.route.isPublic ? content : <SignedIn>{content}</SignedIn>;
}

/** Leads to the sign-in, and back, when nobody is signed in. */
function SignedIn({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(meQuery);
  const path = usePath();
  if (isSignedOut(error)) {
    const back = encodeURIComponent(path + window.location.search);
    return <Redirect to={`/sign-in?back=${back}`} />;
  }
  if (data) return <Shell>{children}</Shell>;
  if (!error) return <Loading />;
  return (
    <Container size="sm" py="xl" component="main">
      <FailureNotice error={error} retry={() => void refetch()} />
    </Container>
  );
}

/** Shown for an address that leads nowhere. */
function NotFound() {
  return (
    <EmptyState title={failureTexts.notFoundTitle}>
      <p>{failureTexts.notFound}</p>
      <Button component={Link} to="/features">
        {shellTexts.toStart}
      </Button>
    </EmptyState>
  );
}
