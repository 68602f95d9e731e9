import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { basePath } from '../../api/base-path.js';
import { navigate, usePath } from './location.js';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of the console; see `pathTo`. */
  to: string;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link to a page of the console; it is marked as current on that page and below it. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const path = usePath();
  const [target] = to.split('?');
  const isCurrent = path === target || path.startsWith(`${target}/`);
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const isOrdinary = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (event.defaultPrevented || !isOrdinary || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a
      aria-current={isCurrent ? 'page' : undefined}
      {...rest}
      href={basePath + to}
      onClick={follow}
    />
  );
}
