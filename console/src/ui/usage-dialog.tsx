import { Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../api/client.js';
import { featurePath } from '../features/feature-path.js';
import { Link } from '../router/link.js';
import { usageTexts as texts } from '../texts/definitions.js';
import { uiTexts } from '../texts/ui.js';
import { type Column, Listing } from './listing.js';
import { FailureNotice, Loading } from './states.js';

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
  const { data, error, refetch } = useQuery({
    queryKey: ['features', 'usage', name],
    queryFn: ({ signal }) => read(signal),
    gcTime: 0,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.title(name)}
      size="lg"
      closeButtonProps={{ 'aria-label': uiTexts.close }}
      transitionProps={{ duration: 0 }}
    >
      {data ? (
        <Listing
          name="usage."
          label={texts.title(name)}
          items={data.strategies}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          searched={({ featureName, environment }) => `${featureName} ${environment}`}
          empty={<Text>{texts.none}</Text>}
        />
      ) : error ? (
        <FailureNotice error={error} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Modal>
  );
}
