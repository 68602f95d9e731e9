import { Alert, Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { wordsOf } from '../api/failure-words.js';
import { navigate } from '../router/location.js';
import { applicationTexts as texts } from '../texts/applications.js';
import { uiTexts } from '../texts/ui.js';
import { announce } from '../ui/announcements.js';
import { deleteApplication } from './application-queries.js';

interface DeleteApplicationDialogProps {
  application: string;
  onClose: () => void;
}

/** Deletes an application after its name was typed. */
export function DeleteApplicationDialog({ application, onClose }: DeleteApplicationDialogProps) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const deleting = useMutation({
    mutationFn: () => deleteApplication(application),
    onSuccess: async () => {
      announce({ kind: 'done', text: texts.removed(application) });
      navigate('/applications');
      await queries.invalidateQueries({ queryKey: ['applications', 'list'] });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed === application) deleting.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.removeTitle(application)}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
      transitionProps={{ duration: 0 }}
    >
      <form onSubmit={submit}>
        <Text mb="sm">{texts.removeWhy}</Text>
        <TextInput
          label={texts.removeConfirm}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        {deleting.error && (
          <Alert color="red" role="alert" mt="sm">
            {wordsOf(deleting.error)}
          </Alert>
        )}
        <Group mt="lg" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {uiTexts.cancel}
          </Button>
          <Button
            type="submit"
            color="red"
            disabled={typed !== application}
            loading={deleting.isPending}
          >
            {texts.removeNow}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
