import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { bannerTexts as texts } from '../../../texts/banners.js';
import { type Banner, bannersQuery } from './banner-queries.js';
import { Hidden } from '../../../kit/hidden.js';
import styles from './banners.module.css';
import { Markdown } from './markdown.js';

const SYMBOLS: Readonly<Record<Banner['variant'], string>> = {
  info: 'ℹ',
  warning: '⚠',
  error: '✖',
  success: '✔',
};

/** Only administrators see events of banners, so all others ask. */
const EVERY_MS = 60_000;

/** The banners that everybody sees; `onRead` learns how many there are. */
export function BannerList({ onRead }: { onRead: (count: number) => void }) {
  const { data } = useQuery({
    ...bannersQuery,
    refetchInterval: EVERY_MS,
    select: (banners) => banners.filter(({ enabled }) => enabled),
  });
  const count = data?.length;
  useEffect(() => {
    if (count !== undefined) onRead(count);
  }, [count, onRead]);
  if (!data?.length) return null;
  return (
    <section aria-label={texts.label}>
      {data.map((banner) => (
        <BannerBar key={banner.id} banner={banner} />
      ))}
    </section>
  );
}

/** One banner, as everybody sees it. */
export function BannerBar({ banner }: { banner: Banner }) {
  const { variant, icon, sticky, message } = banner;
  return (
    <div className={styles.banner} data-variant={variant} data-sticky={sticky || undefined}>
      {icon !== 'none' && <span aria-hidden>{SYMBOLS[variant]}</span>}
      <Hidden>{texts.looks[variant]}</Hidden>
      <div className={styles.message}>
        <Markdown text={message} />
      </div>
      <Target banner={banner} />
    </div>
  );
}

/** What a banner leads to. */
function Target({ banner: { link, linkText, dialogTitle, dialog } }: { banner: Banner }) {
  const [isOpen, setOpen] = useState(false);
  if (!link) return null;
  if (link !== 'dialog')
    return (
      <a href={link} rel="noreferrer">
        {linkText || link}
      </a>
    );
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {linkText || texts.more}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={dialogTitle || texts.more}>
        <div className={styles.message}>
          <Markdown text={dialog ?? ''} />
        </div>
      </Modal>
    </>
  );
}
