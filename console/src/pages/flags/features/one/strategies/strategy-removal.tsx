import { Text } from '@mantine/core';
import { useState } from 'react';
import { api, bodyOf } from '../../../../../api/client.js';
import { versionedBodyOf } from '../../../../../api/versioned.js';
import { strategyTexts as texts } from '../../../../../texts/strategies.js';
import { uiTexts } from '../../../../../texts/ui.js';
import { RemovalDialog } from '../../../../../kit/removal-dialog.js';
import { FEATURE_ROOTS } from '../../feature-queries.js';
import { pathOf, type StrategyPlace } from './strategy-place.js';
import { nameOf, type Strategy } from '../../../strategies/strategy-words.js';

const PATH =
  '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/{strategyId}';

interface RemovalProps {
  place: StrategyPlace;
  strategy: Strategy;
  onClose: () => void;
}

/** Confirms that a strategy is deleted. */
export function StrategyRemoval({ place, strategy: given, onClose }: RemovalProps) {
  const [strategy] = useState(given);
  const name = nameOf(strategy);
  const path = { ...pathOf(place), strategyId: strategy.id };
  return (
    <RemovalDialog
      title={texts.removeTitle(name, place.environment)}
      action={uiTexts.remove}
      read={(signal) => versionedBodyOf(api.GET(PATH, { params: { path }, signal }))}
      send={(header) => bodyOf(api.DELETE(PATH, { params: { path, header } }))}
      proposal={() => ({
        project: place.project,
        environment: place.environment,
        changes: [
          { action: 'deleteStrategy', feature: place.feature, payload: { id: strategy.id } },
        ],
      })}
      done={texts.removed(name)}
      outdates={FEATURE_ROOTS}
      onClose={onClose}
    >
      <Text size="sm">{texts.removeHint}</Text>
    </RemovalDialog>
  );
}
