import type { Schemas } from '../api/client.js';
import { featurePath } from '../pages/flags/features/feature-path.js';
import { Link } from '../app/router/link.js';
import { usageTexts as texts } from '../texts/definitions.js';
import { ListDialog } from './list-dialog.js';
import type { Column } from './listing.js';

type Use = Schemas['StrategyUseResponse'];

interface UsageDialogProps {
  name: string;
  read: (signal: AbortSignal) => Promise<{ strategies: Use[] }>;
  onClose: () => void;
}

const COLUMNS: readonly Column<Use>[] = [
  {
    head: texts.feature,
    cell: ({ projectId, featureName }) => (
      <Link to={featurePath(projectId, featureName)}>{featureName}</Link>
    ),
  },
  { head: texts.environment, cell: ({ environment }) => environment },
  { head: texts.strategy, cell: ({ strategyName }) => strategyName },
];

/** The strategies that use something. */
export function UsageDialog({ name, read, onClose }: UsageDialogProps) {
  return (
    <ListDialog
      title={texts.title(name)}
      thing={['features', 'usage', name]}
      read={async (signal) => (await read(signal)).strategies}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      searched={({ featureName, environment }) => `${featureName} ${environment}`}
      empty={texts.none}
      onClose={onClose}
    />
  );
}
