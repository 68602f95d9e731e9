import { useEffect, useRef } from 'react';
import { Link } from '../app/router/link.js';
import { usePath } from '../app/router/location.js';
import styles from './section-links.module.css';

interface SectionLink {
  label: string;
  to: string;
  /** Whether this part is shown; by default, when the address is its path. */
  isCurrent?: boolean;
}

interface SectionLinksProps {
  /** What the links are read aloud as. */
  label: string;
  links: readonly SectionLink[];
  /** Whether they are below other links. */
  isMinor?: boolean;
}

/** Links between the parts of a page, in one row that can be scrolled on narrow screens. */
export function SectionLinks({ label, links, isMinor }: SectionLinksProps) {
  const path = usePath();
  const row = useRef<HTMLElement>(null);
  const current = links.findIndex(({ to, isCurrent = path === to }) => isCurrent);
  useEffect(() => {
    const shown = row.current?.children[current] as HTMLElement | undefined;
    if (!row.current || !shown) return;
    row.current.scrollLeft = shown.offsetLeft - (row.current.clientWidth - shown.offsetWidth) / 2;
  }, [current]);
  return (
    <nav ref={row} aria-label={label} className={styles.links} data-minor={isMinor}>
      {links.map(({ label, to }, index) => (
        <Link
          key={to}
          to={to}
          className={styles.link}
          aria-current={index === current ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
