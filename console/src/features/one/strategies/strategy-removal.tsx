import { Text } from '@mantine/core';
import { useState } from 'react';
import { api, bodyOf } from '../../../api/client.js';
import { strategyTexts as texts } from '../../../texts/strategies.js';
import { uiTexts } from '../../../texts/ui.js';
import { RemovalDialog } from '../../../ui/removal-dialog.js';
import { FEATURE_ROOTS } from '../../feature-queries.js';
import { pathOf, type StrategyPlace } from './strategy-queries.js';
import { nameOf, type Strategy } from './strategy-words.js';

interface RemovalProps {
  place: StrategyPlace;
  strategy: Strategy;
  onClose: () => void;
}

/** Confirms that a strategy is deleted. */
export function StrategyRemoval({ place, strategy: given, onClose }: RemovalProps) {
  const [strategy] = useState(given);
  const name = nameOf(strategy);
  const remove = () =>
    bodyOf(
      api.DELETE(
        '/api/admin/projects/{projectId}/features/{featureName}/environments/{environment}/strategies/{strategyId}',
        { params: { path: { ...pathOf(place), strategyId: strategy.id } } },
      ),
    );
  return (
    <RemovalDialog
      title={texts.removeTitle(name, place.environment)}
      action={uiTexts.remove}
      send={remove}
      done={texts.removed(name)}
      outdates={FEATURE_ROOTS}
      onClose={onClose}
    >
      <Text size="sm">{texts.removeHint}</Text>
    </RemovalDialog>
  );
}
