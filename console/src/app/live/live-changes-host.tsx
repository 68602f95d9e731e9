import { type ComponentType, useEffect, useState } from 'react';

/** The code is loaded after the page, since it is no part of the first load. */
const FIRST_MS = 3_000;

/** Follows the changes of other people once the page is there. */
export function LiveChangesHost() {
  const [Changes, setChanges] = useState<ComponentType>();
  useEffect(() => {
    const timer = setTimeout(() => {
      import('./live-changes.js')
        .then(({ LiveChanges }) => setChanges(() => LiveChanges))
        // The code of a version that is gone; the notice of a new version says what to do.
        .catch(() => undefined);
    }, FIRST_MS);
    return () => clearTimeout(timer);
  }, []);
  return Changes ? <Changes /> : null;
}
