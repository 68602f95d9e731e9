import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type IfMatch, ifMatch, type Versioned } from '../api/versioned.js';
import { uiTexts } from '../texts/ui.js';
import { DialogForm, type FormDialogProps } from './form-dialog.js';
import { Answer } from './answer.js';

interface EditDialogProps<Body> extends Omit<
  FormDialogProps,
  'send' | 'reload' | 'children' | 'action'
> {
  /** What is edited, for the cache of requests. */
  thing: readonly (string | number)[];
  read: (signal: AbortSignal) => Promise<Versioned<Body>>;
  /** Changes the version that was opened, which the header names. */
  send: (form: FormData, header: IfMatch, opened: Versioned<Body>) => Promise<unknown>;
  /** The fields, with the values that were read. */
  children: (body: Body) => ReactNode;
}

/** Edits the newest version of a thing, and refuses to overwrite what others change meanwhile. */
export function EditDialog<Body>({ thing, read, ...rest }: EditDialogProps<Body>) {
  const [reloads, setReloads] = useState(0);
  const answer = useQuery({
    queryKey: ['edited', ...thing, reloads],
    queryFn: ({ signal }) => read(signal),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <Modal opened onClose={rest.onClose} title={rest.title} size={rest.size}>
      <Answer of={answer}>
        {(data) => (
          <OpenedForm
            {...rest}
            key={reloads}
            newest={data}
            reload={() => setReloads(reloads + 1)}
          />
        )}
      </Answer>
    </Modal>
  );
}

interface OpenedFormProps<Body> extends Omit<EditDialogProps<Body>, 'thing' | 'read'> {
  newest: Versioned<Body>;
  reload: () => void;
}

/** Keeps the version that the person has seen, also when a newer one has been read. */
function OpenedForm<Body>({ newest, send, children, ...rest }: OpenedFormProps<Body>) {
  const [opened] = useState(newest);
  return (
    <DialogForm
      {...rest}
      action={uiTexts.save}
      send={(form) => send(form, ifMatch(opened), opened)}
    >
      {children(opened.body)}
    </DialogForm>
  );
}
