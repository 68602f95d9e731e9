import { profileTexts } from '../../../texts/profile.js';

/** Browsers whose names also occur in the user agents of others come later. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];
const LONGEST = 60;

/** The browser and the system of a user agent, such as `Firefox, Windows`. */
export function browserOf(userAgent: string | null): string {
  if (!userAgent) return profileTexts.unknownBrowser;
  const [browser, system] = [BROWSERS, SYSTEMS].map(
    (names) => names.find(([pattern]) => pattern.test(userAgent))?.[1],
  );
  if (!browser) return userAgent.slice(0, LONGEST);
  return [browser, system].filter(Boolean).join(', ');
}
