import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { wordsOf } from '../api/failure-words.js';
import { productionFirst } from '../environments/production.js';
import { featurePath } from '../features/feature-path.js';
import { featureSearchQuery, type FoundFeature } from '../features/feature-queries.js';
import { navigate } from '../router/location.js';
import { MINOR_NAVIGATION } from '../shell/minor-navigation.js';
import { NAVIGATION } from '../shell/navigation.js';
import { type Me, useMe } from '../session/me.js';
import { isAllowed } from '../session/permissions.js';
import { switchLack } from '../switch/switch-permission.js';
import { openSwitchDialog } from '../switch/switch-dialog-store.js';
import { paletteTexts } from '../texts/palette.js';

const PAUSE_MS = 80;
const MOST_FEATURES = 6;

/** Something that the palette can do. */
export interface Command {
  id: string;
  label: string;
  detail: string;
  /** Why the person may not do it. */
  lack?: string;
  run: () => void;
}

/** What the palette offers for some letters. */
export interface Found {
  /** The best ones first; those of fewer letters until these are settled. */
  commands: Command[];
  /** Whether the service has answered for all letters. */
  isSettled: boolean;
  /** What to say in place of commands. */
  note: string;
}

/** The commands that match some letters. */
export function useCommands(letters: string): Found {
  const me = useMe();
  const [query] = useDebouncedValue(letters.trim(), PAUSE_MS);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...featureSearchQuery({ query, limit: MOST_FEATURES, sortBy: 'name' }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const features = letters.trim() ? best(data?.features ?? [], query) : [];
  const pages = [...NAVIGATION, ...MINOR_NAVIGATION]
    .filter(
      ({ label, needs }) =>
        label.toLowerCase().includes(letters.trim().toLowerCase()) &&
        (!needs || isAllowed(me, needs)),
    )
    .map(({ label, to }) => pageCommand(label, () => navigate(to)));
  const commands = [...features.flatMap((feature) => featureCommands(feature, me)), ...pages];
  const isAnswered = query === '' || (data !== undefined && !isPlaceholderData) || error !== null;
  return {
    commands,
    isSettled: isAnswered && query === letters.trim(),
    note: noteOf(error, isFetching, commands.length),
  };
}

function noteOf(error: unknown, isFetching: boolean, count: number): string {
  if (error) return wordsOf(error);
  if (count > 0) return '';
  return isFetching ? paletteTexts.searching : paletteTexts.nothing;
}

/** Features whose names begin with the letters come first. */
function best(features: readonly FoundFeature[], letters: string): FoundFeature[] {
  const rank = ({ name }: FoundFeature): number => {
    const at = name.toLowerCase().indexOf(letters.toLowerCase());
    return at < 0 ? Infinity : at;
  };
  return features.toSorted((a, b) => rank(a) - rank(b));
}

function pageCommand(label: string, run: () => void): Command {
  return { id: `page ${label}`, label, detail: paletteTexts.page, run };
}

/** Switching in production comes first, then opening the feature, then other environments. */
function featureCommands(feature: FoundFeature, me: Me): Command[] {
  const { name, project } = feature;
  const opening = {
    id: `open ${name}`,
    label: paletteTexts.open(name),
    detail: project,
    run: () => navigate(featurePath(project, name)),
  };
  const switches = productionFirst(feature.environments).map((environment) =>
    switchCommand(feature, environment, me),
  );
  const [first, ...others] = switches;
  return first ? [first, opening, ...others] : [opening];
}

function switchCommand(
  { name, project }: FoundFeature,
  environment: FoundFeature['environments'][number],
  me: Me,
): Command {
  const turnsOn = !environment.enabled;
  const at = { project, feature: name, environment: environment.name };
  const lack = switchLack(me, at, turnsOn);
  const label = (turnsOn ? paletteTexts.turnOn : paletteTexts.turnOff)(name, environment.name);
  return {
    id: `switch ${name} ${environment.name}`,
    label,
    detail: `${project} · ${turnsOn ? paletteTexts.isOff : paletteTexts.isOn}`,
    lack,
    run: () => openSwitchDialog({ ...at, turnsOn }),
  };
}
