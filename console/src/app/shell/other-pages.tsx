import { Button } from '@mantine/core';
import { OTHER_ROUTES } from '../other-routes.js';
import { Link } from '../router/link.js';
import { usePath } from '../router/location.js';
import { matchOf } from '../router/route.js';
import { failureTexts } from '../../texts/failures.js';
import { shellTexts } from '../../texts/shell.js';
import { EmptyState } from '../../kit/states.js';

/** The page of an address that is no part of the first load. */
export function OtherPages() {
  const match = matchOf(OTHER_ROUTES, usePath());
  return match ? <match.route.page params={match.params} /> : <NotFound />;
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
