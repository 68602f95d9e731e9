import { useQueryClient } from '@tanstack/react-query';
import { EnvironmentName } from '../environments/environment-name.js';
import { isProduction } from '../environments/production.js';
import { useMe } from '../../../app/session/me.js';
import { switchTexts } from '../../../texts/switch.js';
import { Switch } from '../../../kit/switch.js';
import { openSwitchDialog } from './switch-dialog-store.js';
import { switchLack } from './switch-permission.js';
import { switchAtOnce, useIsSwitching } from './use-switch.js';

interface FeatureSwitchProps {
  project: string;
  feature: string;
  environment: { name: string; type: string; enabled: boolean };
  /** Whether the name of the environment is visible beside it; otherwise it is read aloud. */
  isNamed?: boolean;
}

/**
 * The switch of a feature in one environment. In production it opens a dialog that confirms it;
 * elsewhere it switches at once. People who may not switch learn who may. It shows the new state
 * when the service has confirmed it.
 */
export function FeatureSwitch({ project, feature, environment, isNamed }: FeatureSwitchProps) {
  const me = useMe();
  const queries = useQueryClient();
  const target = { project, feature, environment: environment.name, turnsOn: !environment.enabled };
  const isPending = useIsSwitching(target);
  const lack = switchLack(me, target, target.turnsOn);
  const onChange = (): void => {
    if (isPending) return;
    if (lack || isProduction(environment)) return openSwitchDialog(target);
    void switchAtOnce(queries, target);
  };
  return (
    <Switch
      checked={environment.enabled}
      aria-busy={isPending || undefined}
      onChange={onChange}
      label={isNamed && <EnvironmentName {...environment} />}
      aria-label={isNamed ? undefined : switchTexts.label(feature, environment.name)}
      data-production={isProduction(environment) || undefined}
      data-lack={lack ? true : undefined}
      title={lack}
    />
  );
}
