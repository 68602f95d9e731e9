import { useEffect } from 'react';
import { navigate } from './location.js';

/** Goes to another page at once. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to]);
  return null;
}
