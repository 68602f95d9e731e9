import { Badge, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Place } from '../../../app/session/permissions.js';
import { FoundListing } from '../../../kit/tables/found-listing.js';
import { apiTokenTexts as texts } from '../../../texts/api-tokens.js';
import { type Column, Listing } from '../../../kit/listing.js';
import { EmptyState, FailureNotice, Loading } from '../../../kit/states.js';
import { Time } from '../../../kit/time.js';
import type { RenderDialog } from '../../../kit/use-dialog.js';
import { RowActions } from '../../../kit/row-actions.js';
import { RowButton } from '../../../kit/row-button.js';
import { RowRemoval } from '../../../kit/row-removal.js';
import {
  type ApiToken,
  deleteToken,
  foundTokensQuery,
  projectTokensQuery,
  tokenPermission,
} from './api-token-queries.js';
import { Connect } from './connect.js';
import { ChangeToken } from './token-dialogs.js';

interface InProject {
  /** The project whose tokens they are; all tokens without. */
  project?: string;
  show: (render: RenderDialog) => void;
}

const COLUMNS: readonly Column<ApiToken>[] = [
  { head: texts.name, cell: ({ tokenName }) => tokenName },
  { head: texts.type, cell: ({ type }) => <Badge variant="default">{type}</Badge> },
  { head: texts.environment, cell: ({ environment }) => allOr(environment) },
  { head: texts.projects, cell: ({ projects }) => projects.map(allOr).join(', ') },
  { head: texts.expires, cell: (token) => <Expiry token={token} /> },
  { head: texts.lastUsed, cell: ({ seenAt }) => <Time at={seenAt} relative /> },
];

const allOr = (name: string): string => (name === '*' ? texts.all : name);

function Expiry({ token: { expiresAt } }: { token: ApiToken }) {
  const isOver = expiresAt !== null && Date.parse(expiresAt) < Date.now();
  return (
    <>
      <Time at={expiresAt} />{' '}
      {isOver && (
        <Badge color="orange" variant="light">
          {texts.expired}
        </Badge>
      )}
    </>
  );
}

const EMPTY = <EmptyState title={texts.emptyTitle}>{texts.empty}</EmptyState>;

/** The tokens of the instance, with what can be done with them. */
export function FoundTokens({ show }: InProject) {
  return (
    <FoundListing
      label={texts.title}
      find={foundTokensQuery}
      itemsOf={({ tokens }) => tokens}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={EMPTY}
      actions={(token) => <Actions token={token} show={show} />}
    />
  );
}

/** The tokens that are limited to a project, with what can be done with them. */
export function ProjectTokens({ project, show }: InProject & { project: string }) {
  const { data, error, refetch } = useQuery(projectTokensQuery(project));
  if (!data)
    return error ? <FailureNotice error={error} retry={() => void refetch()} /> : <Loading />;
  return (
    <Listing
      label={texts.title}
      items={data}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      searched={({ tokenName, type, environment, project }) =>
        [tokenName, type, environment, project].join(' ')
      }
      empty={EMPTY}
      actions={(token) => <Actions token={token} project={project} show={show} />}
    />
  );
}

function Actions({ token, project, show }: InProject & { token: ApiToken }) {
  return (
    <RowActions of={token.tokenName}>
      <RowButton
        onClick={() =>
          show((close) => (
            <ConnectDialog token={token} onClose={close}>
              <Connect token={token} />
            </ConnectDialog>
          ))
        }
      >
        {texts.connect}
      </RowButton>
      <RowButton
        needs={tokenPermission('UPDATE', token.type)}
        onClick={() => show((close) => <ChangeToken token={token} onClose={close} />)}
      >
        {texts.change}
      </RowButton>
      <DeleteToken token={token} project={project} show={show} />
    </RowActions>
  );
}

interface TokenDialogProps {
  token: ApiToken;
  onClose: () => void;
}

function ConnectDialog({ token, onClose, children }: TokenDialogProps & { children: ReactNode }) {
  return (
    <Modal opened onClose={onClose} size="xl" title={texts.connectTitle(token.tokenName)}>
      {children}
    </Modal>
  );
}

function DeleteToken({ token, project, show }: InProject & { token: ApiToken }) {
  const inProject: Place = project === undefined ? {} : { project };
  return (
    <RowRemoval
      needs={project ? 'DELETE_PROJECT_API_TOKEN' : tokenPermission('DELETE', token.type)}
      place={inProject}
      show={show}
      title={texts.deleteTitle(token.tokenName)}
      done={texts.deleted(token.tokenName)}
      outdates={['api-tokens']}
      send={() => deleteToken(token, project)}
    >
      <Text>{texts.deleteHint}</Text>
    </RowRemoval>
  );
}
