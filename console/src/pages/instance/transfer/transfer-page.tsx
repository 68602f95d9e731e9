import { transferTexts } from '../../../texts/transfer.js';
import { Page } from '../../../kit/page.js';
import { ExportSection } from './export-section.js';
import { ImportSection } from './import-section.js';

/** Moves features between instances and environments by files. */
export function TransferPage() {
  return (
    <Page title={transferTexts.title}>
      <ExportSection />
      <ImportSection />
    </Page>
  );
}
