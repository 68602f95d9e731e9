import type { ReactNode } from 'react';
import { usePath } from '../../../app/router/location.js';
import { applicationTexts as texts } from '../../../texts/applications.js';
import { Page } from '../../../kit/page.js';
import { SectionLinks } from '../../../kit/section-links.js';

const PARTS = [
  { to: '/applications', label: texts.title },
  { to: '/outdated-sdks', label: texts.outdated },
  { to: '/unknown-features', label: texts.unknown },
];

/** A page about applications, with links to the others. */
export function ApplicationsLayout({ intro, children }: { intro: string; children: ReactNode }) {
  const path = usePath();
  const title = PARTS.find(({ to }) => to === path)?.label ?? texts.title;
  return (
    <Page title={title} intro={intro}>
      <SectionLinks label={texts.parts} links={PARTS} />
      {children}
    </Page>
  );
}
