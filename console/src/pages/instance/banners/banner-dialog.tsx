import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, bodyOf, type Schemas } from '../../../api/client.js';
import { bannerTexts as texts } from '../../../texts/banners.js';
import { uiTexts } from '../../../texts/ui.js';
import { FormDialog, isTicked, textOf } from '../../../kit/form-dialog.js';
import { type Banner, BANNER_ROOTS } from './banner-queries.js';

type Body = Schemas['BannerDto'];

const MESSAGE_LENGTH = 1_000;
const ADDRESS_LENGTH = 2_000;
const TITLE_LENGTH = 100;
const DIALOG_LENGTH = 10_000;
/** Names no symbol. */
const NO_ICON = 'none';

/** What a banner leads to: nothing, a page, or more text. */
type Target = 'none' | 'page' | 'dialog';

interface BannerDialogProps {
  /** The banner to edit; a new one without. */
  banner?: Banner;
  onClose: () => void;
}

/** Creates a banner, or edits one. */
export function BannerDialog({ banner, onClose }: BannerDialogProps) {
  return (
    <FormDialog
      title={banner ? texts.editTitle : texts.create}
      action={banner ? uiTexts.save : uiTexts.create}
      done={texts.saved}
      outdates={BANNER_ROOTS}
      onClose={onClose}
      send={(form) => save(bannerOf(form, banner), banner)}
    >
      <Textarea
        name="message"
        data-autofocus
        label={texts.message}
        description={texts.messageHint}
        required
        autosize
        minRows={2}
        maxLength={MESSAGE_LENGTH}
        defaultValue={banner?.message}
      />
      <NativeSelect
        name="variant"
        label={texts.look}
        data={Object.entries(texts.looks).map(([value, label]) => ({ value, label }))}
        defaultValue={banner?.variant}
      />
      <Checkbox name="plain" label={texts.plain} defaultChecked={banner?.icon === NO_ICON} />
      <Checkbox name="enabled" label={texts.enabled} defaultChecked={banner?.enabled ?? true} />
      <Checkbox name="sticky" label={texts.sticky} defaultChecked={banner?.sticky} />
      <TargetFields banner={banner} />
    </FormDialog>
  );
}

function TargetFields({ banner }: Pick<BannerDialogProps, 'banner'>) {
  const [target, setTarget] = useState(() => targetOf(banner));
  return (
    <>
      <NativeSelect
        name="target"
        label={texts.leadsTo}
        value={target}
        data={Object.entries(texts.targets).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) => setTarget(value as Target)}
      />
      {target === 'page' && (
        <TextInput
          name="link"
          label={texts.address}
          description={texts.addressHint}
          required
          pattern="(https?:/|)/\S+"
          maxLength={ADDRESS_LENGTH}
          defaultValue={targetOf(banner) === 'page' ? (banner?.link ?? '') : ''}
        />
      )}
      {target !== 'none' && (
        <TextInput
          name="linkText"
          label={texts.linkText}
          maxLength={TITLE_LENGTH}
          defaultValue={banner?.linkText ?? ''}
        />
      )}
      {target === 'dialog' && (
        <>
          <TextInput
            name="dialogTitle"
            label={texts.dialogTitle}
            maxLength={TITLE_LENGTH}
            defaultValue={banner?.dialogTitle ?? ''}
          />
          <Textarea
            name="dialog"
            label={texts.dialog}
            required
            autosize
            minRows={4}
            maxLength={DIALOG_LENGTH}
            defaultValue={banner?.dialog ?? ''}
          />
        </>
      )}
    </>
  );
}

function targetOf(banner: Banner | undefined): Target {
  if (!banner?.link) return 'none';
  return banner.link === 'dialog' ? 'dialog' : 'page';
}

/** The banner that the form describes; a symbol that others have named stays. */
function bannerOf(form: FormData, banner: Banner | undefined): Body {
  const target = textOf(form, 'target') as Target;
  const named = banner?.icon === NO_ICON ? null : (banner?.icon ?? null);
  return {
    message: textOf(form, 'message'),
    variant: textOf(form, 'variant') as Banner['variant'],
    enabled: isTicked(form, 'enabled'),
    sticky: isTicked(form, 'sticky'),
    icon: isTicked(form, 'plain') ? NO_ICON : named,
    link: target === 'dialog' ? 'dialog' : textOf(form, 'link') || null,
    linkText: textOf(form, 'linkText') || null,
    dialogTitle: textOf(form, 'dialogTitle') || null,
    dialog: textOf(form, 'dialog') || null,
  };
}

function save(body: Body, banner: Banner | undefined): Promise<unknown> {
  if (!banner) return bodyOf(api.POST('/api/admin/banners', { body }));
  return bodyOf(api.PUT('/api/admin/banners/{id}', { params: { path: { id: banner.id } }, body }));
}
