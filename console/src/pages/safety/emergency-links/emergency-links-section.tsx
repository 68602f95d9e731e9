import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';
import type { Feature } from '../../flags/features/feature-queries.js';
import { emergencyLinkTexts as texts } from '../../../texts/emergency-links.js';
import { number } from '../../../texts/format.js';
import { Listing } from '../../../kit/listing.js';
import { RowRemoval } from '../../../kit/row-removal.js';
import { EmptyState, FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import { type RenderDialog, useDialog } from '../../../kit/use-dialog.js';
import { AddEmergencyLink, TO_TURN_OFF } from './emergency-link-dialog.js';
import {
  EMERGENCY_LINK_ROOTS,
  type EmergencyLink,
  emergencyLinksQuery,
} from './emergency-link-queries.js';
import { wordsOfLink } from './link-words.js';
import { PrintableLink } from './printable-link.js';

/** The emergency links of a feature, and those for tags of its project. */
export function EmergencyLinksSection({ feature }: { feature: Feature }) {
  const { data, error, refetch } = useQuery(emergencyLinksQuery(feature.project));
  const [dialog, show] = useDialog();
  const links = data?.links.filter((link) => link.tag !== null || link.feature === feature.name);
  return (
    <section aria-label={texts.heading}>
      <Group justify="space-between" mb="md">
        <Text maw="40rem">{texts.intro}</Text>
        <Button
          disabled={feature.environments.length === 0}
          onClick={() =>
            show((close) => (
              <AddEmergencyLink
                feature={feature}
                onCreated={(link) =>
                  show((closeLink) => <PrintableLink link={link} onClose={closeLink} />)
                }
                onClose={close}
              />
            ))
          }
        >
          {texts.add}
        </Button>
      </Group>
      {error && !links ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : !links ? (
        <Loading />
      ) : links.length === 0 ? (
        <EmptyState title={texts.empty}>{texts.emptyHint}</EmptyState>
      ) : (
        <LinkTable links={links} />
      )}
      {dialog}
    </section>
  );
}

function LinkTable({ links }: { links: readonly EmergencyLink[] }) {
  const [dialog, show] = useDialog();
  return (
    <>
      <Listing
        label={texts.heading}
        items={links}
        keyOf={({ id }) => id}
        searched={(link) => `${wordsOfLink(link)} ${link.reason} ${link.createdBy.username}`}
        empty={null}
        columns={[
          { head: texts.what, cell: (link) => <What link={link} /> },
          { head: texts.state, cell: (link) => <State link={link} /> },
          { head: texts.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
          { head: texts.uses, cell: ({ uses }) => number(uses) },
          { head: texts.owner, cell: ({ createdBy }) => createdBy.username },
        ]}
        actions={(link) => link.state === 'usable' && <Revocation link={link} show={show} />}
      />
      {dialog}
    </>
  );
}

function What({ link }: { link: EmergencyLink }) {
  return (
    <div>
      {wordsOfLink(link)}
      {link.reason !== null && (
        <Text size="sm" c="dimmed">
          {link.reason}
        </Text>
      )}
    </div>
  );
}

function State({ link: { state, conflict, singleUse } }: { link: EmergencyLink }) {
  return (
    <>
      {texts.states[state] ?? state}
      {singleUse && state === 'usable' && ` (${texts.singleUse.toLowerCase()})`}
      {conflict !== null && (
        <Alert color="orange" mt="xs" p="xs">
          {conflict}
        </Alert>
      )}
    </>
  );
}

interface RevocationProps {
  link: EmergencyLink;
  show: (render: RenderDialog) => void;
}

function Revocation({ link, show }: RevocationProps) {
  const { project: projectId, environment, id } = link;
  return (
    <RowRemoval
      label={texts.revoke}
      needs={TO_TURN_OFF}
      place={{ project: projectId, environment }}
      aria-label={texts.revokeOf(wordsOfLink(link), id)}
      show={show}
      title={texts.revokeTitle}
      action={texts.revoke}
      send={() =>
        bodyOf(
          api.DELETE('/api/admin/projects/{projectId}/emergency-links/{id}', {
            params: { path: { projectId, id } },
          }),
        )
      }
      done={texts.revoked}
      outdates={EMERGENCY_LINK_ROOTS}
    >
      {texts.revokeHint(wordsOfLink(link), id)}
    </RowRemoval>
  );
}
