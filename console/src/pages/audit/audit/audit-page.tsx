import type { ReactNode } from 'react';
import { usePath } from '../../../app/router/location.js';
import { useLack } from '../../../app/session/permissions.js';
import { auditTexts as texts } from '../../../texts/audit.js';
import { Page } from '../../../kit/page.js';
import { SectionLinks } from '../../../kit/section-links.js';
import { EmptyState } from '../../../kit/states.js';

const PARTS = [
  { to: '/audit', label: texts.eventsPart },
  { to: '/audit/causes', label: texts.causesPart },
  { to: '/audit/checkpoints', label: texts.checkpointsPart },
  { to: '/audit/witnesses', label: texts.witnessesPart },
  { to: '/audit/sign-ins', label: texts.signInsPart },
  { to: '/audit/denied-requests', label: texts.deniedPart },
];

interface AuditPageProps {
  intro: string;
  /** What the API requires for it; nothing is read without. */
  needs?: readonly string[];
  children: ReactNode;
}

/** A part of the audit log, with links to the others. */
export function AuditPage({ intro, needs, children }: AuditPageProps) {
  const path = usePath();
  const part = PARTS.find(({ to }) => to === path);
  return (
    <Page title={part && part !== PARTS[0] ? part.label : texts.title} intro={intro}>
      <SectionLinks label={texts.parts} links={PARTS} />
      {needs ? <Permitted needs={needs}>{children}</Permitted> : children}
    </Page>
  );
}

function Permitted({ needs, children }: { needs: readonly string[]; children: ReactNode }) {
  const lack = useLack(needs);
  return lack ? <EmptyState title={lack} /> : children;
}
