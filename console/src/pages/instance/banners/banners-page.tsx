import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.js';
import { bannerTexts as texts } from '../../../texts/banners.js';
import { uiTexts } from '../../../texts/ui.js';
import { ListingPage } from '../../../kit/listing-page.js';
import type { Column } from '../../../kit/listing.js';
import { RowButton } from '../../../kit/row-button.js';
import { RowRemoval } from '../../../kit/row-removal.js';
import type { RenderDialog } from '../../../kit/use-dialog.js';
import { BannerDialog } from './banner-dialog.js';
import { type Banner, BANNER_ROOTS, bannersQuery } from './banner-queries.js';
import { Markdown } from './markdown.js';

const NEEDS = 'UPDATE_INSTANCE_BANNERS';

const COLUMNS: readonly Column<Banner>[] = [
  {
    head: texts.message,
    cell: ({ message }) => (
      <div>
        <Markdown text={message} />
      </div>
    ),
  },
  { head: texts.look, cell: ({ variant }) => texts.looks[variant] },
  { head: texts.state, cell: ({ enabled }) => (enabled ? texts.shown : texts.hidden) },
];

/** The messages that administrators show to everybody. */
export function BannersPage() {
  return (
    <ListingPage
      texts={texts}
      found={useQuery(bannersQuery)}
      needs={NEEDS}
      creation={(close) => <BannerDialog onClose={close} />}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      searched={({ message }) => message}
      actions={(banner, show) => <Actions banner={banner} show={show} />}
    />
  );
}

interface ActionsProps {
  banner: Banner;
  show: (render: RenderDialog) => void;
}

function Actions({ banner, show }: ActionsProps) {
  return (
    <>
      <RowButton
        needs={NEEDS}
        aria-label={texts.editOf(banner.message)}
        onClick={() => show((close) => <BannerDialog banner={banner} onClose={close} />)}
      >
        {uiTexts.edit}
      </RowButton>
      <DeleteBanner banner={banner} show={show} />
    </>
  );
}

function DeleteBanner({ banner, show }: ActionsProps) {
  return (
    <RowRemoval
      needs={NEEDS}
      aria-label={texts.deleteOf(banner.message)}
      show={show}
      title={texts.deleteTitle}
      action={uiTexts.remove}
      done={texts.deleted}
      outdates={BANNER_ROOTS}
      send={() =>
        bodyOf(api.DELETE('/api/admin/banners/{id}', { params: { path: { id: banner.id } } }))
      }
    >
      <Text>{banner.message}</Text>
    </RowRemoval>
  );
}
