import { useEffect, useState } from 'react';

/** Becomes true after some time, in which what a page needs first is loaded. */
export function useLater(ms: number, isTime = false): boolean {
  const [isLater, setLater] = useState(isTime);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLater;
}
