import { useState } from 'react';
import { PermittedButton } from '../../../kit/permitted-button.js';
import { templateTexts as texts } from '../../../texts/templates.js';
import { CreateTemplate } from './template-dialogs.js';

/** Makes a template from a project, or from a feature of it. */
export function SaveAsTemplate(from: { project: string; feature?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PermittedButton needs="CREATE_PROJECT" variant="default" onClick={() => setOpen(true)}>
        {texts.save}
      </PermittedButton>
      {isOpen && <CreateTemplate from={from} onClose={() => setOpen(false)} />}
    </>
  );
}
