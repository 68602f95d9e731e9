import { lazy, Suspense, useEffect, useState } from 'react';

/** Pages work without banners, so a failure is not shown. */
const BannerList = lazy(() =>
  import('./banner-list.js').then(
    ({ BannerList: found }) => ({ default: found }),
    () => ({ default: () => null }),
  ),
);

/** Whether there were banners when this browser looked last. */
const KEY = 'banners';
const LATER_MS = 1_000;

/**
 * Shows banners below the header. They are loaded after the page, except where there were some
 * before, so that the page does not move then.
 */
export function BannerHost() {
  const [isShown, setShown] = useState(() => localStorage.getItem(KEY) !== null);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    isShown && (
      <Suspense>
        <BannerList onRead={remember} />
      </Suspense>
    )
  );
}

function remember(count: number): void {
  if (count > 0) localStorage.setItem(KEY, '1');
  else localStorage.removeItem(KEY);
}
