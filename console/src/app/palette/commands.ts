import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { wordsOf } from '../../api/failure-words.js';
import { productionFirst } from '../../pages/flags/environments/production.js';
import { featurePath, newFeaturePath } from '../../pages/flags/features/feature-path.js';
import type { FoundFeature } from '../../pages/flags/features/feature-queries.js';
import { USER_PATH } from '../../pages/access/people/people-path.js';
import { navigate } from '../router/location.js';
import { pathTo } from '../router/route.js';
import { MINOR_NAVIGATION } from '../shell/minor-navigation.js';
import { NAVIGATION, type NavigationEntry } from '../shell/navigation.js';
import { type Me, useMe } from '../session/me.js';
import { isAllowed } from '../session/permissions.js';
import { switchLack } from '../../pages/flags/switch/switch-permission.js';
import { openSwitchDialog } from '../../pages/flags/switch/switch-dialog-store.js';
import { paletteTexts } from '../../texts/palette.js';
import type { Choice } from '../../kit/searched-choice.js';
import { paletteQuery } from './found-things.js';
import { keepRecent, type Recent, recentOnes } from './recent.js';
import { errorsIn, isAlike } from './typing-errors.js';

const PAUSE_MS = 80;

/** Pages that create something, by what people call it. */
const ACTIONS: readonly NavigationEntry[] = [
  { label: paletteTexts.actions.createFeature, to: newFeaturePath() },
  { label: paletteTexts.actions.createProject, to: '/projects' },
  { label: paletteTexts.actions.createToken, to: '/api-tokens' },
  { label: paletteTexts.actions.createSegment, to: '/segments' },
  { label: paletteTexts.actions.invite, to: '/users', needs: ['ADMIN'] },
  { label: paletteTexts.actions.evaluate, to: '/playground' },
  { label: paletteTexts.actions.whatChanged, to: '/audit' },
  { label: paletteTexts.actions.whatCaused, to: '/audit/causes' },
];

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

/** The commands that match some letters; without any, recent ones first. */
export function useCommands(letters: string): Found {
  const me = useMe();
  const typed = letters.trim();
  const [query] = useDebouncedValue(typed, PAUSE_MS);
  const recent = useMemo(recentOnes, []);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...paletteQuery(query, isAllowed(me, ['ADMIN'])),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const found = typed ? data : undefined;
  const features = best(found?.features ?? [], query, recent);
  const commands = [
    ...features.flatMap((feature) => featureCommands(feature, me)),
    ...(found?.people ?? []).map(personCommand),
    ...(typed ? [] : recent.map(pageCommand)),
    ...pagesFor(typed, me, recent),
  ];
  const isAnswered = query === '' || (data !== undefined && !isPlaceholderData) || error !== null;
  return {
    commands,
    isSettled: isAnswered && query === typed,
    note: noteOf(error, isFetching, commands.length),
  };
}

/** Pages and actions whose names match, recent ones first; all pages without letters. */
function pagesFor(typed: string, me: Me, recent: readonly Recent[]): Command[] {
  const pages = [...NAVIGATION, ...MINOR_NAVIGATION].map((one) => ({
    ...one,
    detail: paletteTexts.page,
  }));
  const actions = ACTIONS.map((one) => ({ ...one, detail: paletteTexts.action }));
  const isRecent = ({ label }: NavigationEntry): boolean =>
    recent.some((one) => one.label === label);
  const rank = (entry: NavigationEntry): number =>
    2 * errorsIn(typed, entry.label) - (typed && isRecent(entry) ? 1 : 0);
  return (typed ? [...pages, ...actions] : pages)
    .filter((entry) => isAlike(typed, entry.label) && (typed || !isRecent(entry)))
    .filter(({ needs }) => !needs || isAllowed(me, needs))
    .sort((a, b) => rank(a) - rank(b))
    .map(pageCommand);
}

function noteOf(error: unknown, isFetching: boolean, count: number): string {
  if (error) return wordsOf(error);
  if (count > 0) return '';
  return isFetching ? paletteTexts.searching : paletteTexts.nothing;
}

/** Those opened lately come first, then those whose names begin with the letters. */
function best(
  features: readonly FoundFeature[],
  letters: string,
  recent: readonly Recent[],
): FoundFeature[] {
  const rank = ({ project, name }: FoundFeature): number => {
    if (recent.some(({ to }) => to === featurePath(project, name))) return -1;
    const at = name.toLowerCase().indexOf(letters.toLowerCase());
    return at < 0 ? name.length : at;
  };
  return features.toSorted((a, b) => rank(a) - rank(b));
}

/** Opens a page, which is then a recent one. */
function pageCommand({ label, detail, to }: Recent): Command {
  const run = (): void => {
    keepRecent({ label, detail, to });
    navigate(to);
  };
  return { id: `page ${to} ${label}`, label, detail, run };
}

function personCommand({ value, label }: Choice): Command {
  const to = pathTo(USER_PATH, { user: value });
  return pageCommand({ label: paletteTexts.open(label), detail: paletteTexts.person, to });
}

/** Switching in production comes first, then opening the feature, then other environments. */
function featureCommands(feature: FoundFeature, me: Me): Command[] {
  const { name, project } = feature;
  const page = { label: paletteTexts.open(name), detail: project, to: featurePath(project, name) };
  const opening = pageCommand(page);
  const switches = productionFirst(feature.environments).map((environment) =>
    switchCommand(feature, environment, me, page),
  );
  const [first, ...others] = switches;
  return first ? [first, opening, ...others] : [opening];
}

function switchCommand(
  { name, project }: FoundFeature,
  environment: FoundFeature['environments'][number],
  me: Me,
  page: Recent,
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
    run: () => {
      keepRecent(page);
      openSwitchDialog({ ...at, turnsOn });
    },
  };
}
