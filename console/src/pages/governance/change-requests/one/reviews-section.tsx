import { Button, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf, type Schemas } from '../../../../api/client.js';
import { choiceOfUser, nameOfUser } from '../../../access/people/people-queries.js';
import { changeRequestTexts as texts } from '../../../../texts/change-requests.js';
import { Facts } from '../../../../kit/facts.js';
import { FormDialog, textOf } from '../../../../kit/form-dialog.js';
import { SearchedChoice } from '../../../../kit/searched-choice.js';
import { Loading } from '../../../../kit/states.js';
import type { RenderDialog } from '../../../../kit/use-dialog.js';
import { type ChangeRequest, findReviewers, reviewersQuery } from '../change-request-queries.js';
import { isOpen } from '../state-badge.js';
import styles from './change-request.module.css';

interface ReviewsProps {
  request: ChangeRequest;
  /** Whether the person is its author. */
  isOwn: boolean;
  show: (render: RenderDialog) => void;
}

const MOST_REVIEWERS = 50;
const MOST_CHARACTERS = 200;
const OUTDATES = ['change-requests', 'events'];

/** Who has approved and rejected a change request, and whose review is requested. */
export function ReviewsSection({ request, isOwn, show }: ReviewsProps) {
  const { project, id, approvals, rejections, state } = request;
  const { data: reviewers = [] } = useQuery(reviewersQuery(project, id));
  const names = (reviews: readonly Schemas['ReviewResponse'][]): string =>
    reviews.map(({ createdBy }) => createdBy.username).join(', ') || texts.nobody;
  return (
    <section aria-label={texts.reviews} className={styles.section}>
      <Title order={2} size="h4">
        {texts.reviews}
      </Title>
      <Facts
        facts={[
          [texts.requested, reviewers.map(nameOfUser).join(', ') || texts.nobody],
          [texts.approvedBy, names(approvals)],
          [texts.rejectedBy, names(rejections)],
        ]}
      />
      {isOwn && isOpen(state) && (
        <div className={styles.actions}>
          <Button
            mt="sm"
            variant="default"
            onClick={() => show((close) => <RequestReviews request={request} onClose={close} />)}
          >
            {texts.chooseReviewers}
          </Button>
          <Button
            mt="sm"
            variant="default"
            onClick={() => show((close) => <Rename request={request} onClose={close} />)}
          >
            {texts.rename}
          </Button>
        </div>
      )}
    </section>
  );
}

interface DialogProps {
  request: ChangeRequest;
  onClose: () => void;
}

function RequestReviews({ request, onClose }: DialogProps) {
  const { project: projectId, id, environment, createdBy } = request;
  const { data: chosen } = useQuery(reviewersQuery(projectId, id));
  const [changed, setChanged] = useState<string[]>();
  const value = changed ?? (chosen ?? []).map((user) => String(user.id));
  return (
    <FormDialog
      title={texts.chooseReviewers}
      action={texts.chooseReviewers}
      isBlocked={!chosen}
      done={texts.reviewersSet}
      outdates={OUTDATES}
      onClose={onClose}
      send={() =>
        bodyOf(
          api.PUT('/api/admin/projects/{projectId}/change-requests/{id}/approvers', {
            params: { path: { projectId, id } },
            body: { reviewers: value.map(Number) },
          }),
        )
      }
    >
      {chosen ? (
        <SearchedChoice
          label={texts.reviewers}
          description={texts.reviewersHint}
          maxValues={MOST_REVIEWERS}
          find={findReviewers(projectId, environment, createdBy.id)}
          chosen={chosen.map(choiceOfUser)}
          onChange={setChanged}
        />
      ) : (
        <Loading />
      )}
    </FormDialog>
  );
}

function Rename({ request, onClose }: DialogProps) {
  const { project: projectId, id, title } = request;
  return (
    <FormDialog
      title={texts.rename}
      action={texts.rename}
      done={texts.renamed}
      outdates={OUTDATES}
      onClose={onClose}
      send={(form) =>
        bodyOf(
          api.PUT('/api/admin/projects/{projectId}/change-requests/{id}/title', {
            params: { path: { projectId, id } },
            body: { title: textOf(form, 'title') },
          }),
        )
      }
    >
      <TextInput
        name="title"
        required
        data-autofocus
        maxLength={MOST_CHARACTERS}
        label={texts.titleField}
        defaultValue={title}
      />
    </FormDialog>
  );
}
