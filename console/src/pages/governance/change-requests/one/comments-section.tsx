import { Button, Text, Textarea, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api, bodyOf } from '../../../../api/client.js';
import { changeRequestTexts as texts } from '../../../../texts/change-requests.js';
import { Time } from '../../../../kit/time.js';
import { useAction } from '../../../../kit/use-action.js';
import type { ChangeRequest } from '../change-request-queries.js';
import styles from './change-request.module.css';

const MOST_CHARACTERS = 5_000;

/** What people have said about a change request, and a field for more. */
export function CommentsSection({ request }: { request: ChangeRequest }) {
  const { project: projectId, id, comments } = request;
  const [text, setText] = useState('');
  const add = useAction(
    () =>
      bodyOf(
        api.POST('/api/admin/projects/{projectId}/change-requests/{id}/comments', {
          params: { path: { projectId, id } },
          body: { text: text.trim() },
        }),
      ),
    { done: texts.commented, outdates: ['change-requests', 'events'] },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate(undefined, { onSuccess: () => setText('') });
  };
  return (
    <section aria-label={texts.comments} className={styles.section}>
      <Title order={2} size="h4">
        {texts.comments}
      </Title>
      {comments.length === 0 && <Text c="dimmed">{texts.noComments}</Text>}
      <ul className={styles.comments}>
        {comments.map((comment) => (
          <li key={comment.id}>
            <Text size="sm" c="dimmed">
              {comment.createdBy.username}, <Time at={comment.createdAt} />
            </Text>
            <Text className={styles.text}>{comment.text}</Text>
          </li>
        ))}
      </ul>
      <form onSubmit={submit}>
        <Textarea
          maw="48rem"
          label={texts.addComment}
          required
          rows={3}
          maxLength={MOST_CHARACTERS}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
        <Button type="submit" mt="sm" variant="default" loading={add.isPending}>
          {texts.comment}
        </Button>
      </form>
    </section>
  );
}
