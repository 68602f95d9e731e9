import {
  ENGLISH_WORDS,
  type EventWords,
  wordsOf,
} from '../../../../src/audit/audit-log/event/event-words.js';
import { LANGUAGES } from '../../../../src/platform/http/language.js';
import { EventStream } from '../../../support/event-stream.js';
import { ADMIN_TOKEN, TestService } from '../../../support/service.js';

/** Labels and summaries of events in the language of the caller. */

const SEARCH = '/api/admin/search/events';
const OTHERS = LANGUAGES.filter((language) => language !== 'en');
/** English has no words of its own for this type. */
const OF_OWN_WORDS = 'feature-potentially-stale-on';

let service: TestService;
let feature: string;
beforeAll(async () => {
  service = await TestService.start();
  feature = await service.given.feature({ enabledIn: ['production'] });
});
afterAll(() => service.stop());

async function asked(headers: Record<string, string>, path = `${SEARCH}?limit=1`) {
  const response = await fetch(service.url + path, {
    headers: { Authorization: ADMIN_TOKEN, ...headers },
  });
  const { headers: answered } = response;
  const [language, vary] = ['content-language', 'vary'].map((name) => answered.get(name));
  return { language, vary, status: response.status, body: await response.text() };
}

async function told(headers: Record<string, string>) {
  const { body, ...rest } = await asked(headers, `${SEARCH}?feature=IS:${feature}&limit=1`);
  const [{ label, summary }] = JSON.parse(body).events;
  return { ...rest, label, summary: (summary as string).replace(/\[(.*?)\]\(.*?\)/g, '$1') };
}

const ENGLISH = () => ({
  label: 'Feature turned on',
  summary: `token *admin* turned the feature **${feature}** on in the environment *production* of the project **default**.`,
});
const GERMAN = () => ({
  label: 'Feature eingeschaltet',
  summary: `Das Token *admin* hat das Feature **${feature}** in der Umgebung *production* des Projekts **default** eingeschaltet.`,
});
const FRENCH = () => ({
  label: 'Fonctionnalité activée',
  summary: `Le jeton *admin* a activé la fonctionnalité **${feature}** dans l’environnement *production* du projet **default**.`,
});

test.each([
  ['de', 'de', GERMAN],
  ['fr-CH, fr;q=0.9, en;q=0.8', 'fr', FRENCH],
  ['pt, de;q=0.5, fr;q=0.7', 'fr', FRENCH],
  ['de;q=0.2, *;q=0.9', 'en', ENGLISH],
  ['de;q=0, en;q=0.1', 'en', ENGLISH],
  ['pt', 'en', ENGLISH],
  ['*', 'en', ENGLISH],
  ['', 'en', ENGLISH],
])('whoever accepts "%s" is told in "%s"', async (accepted, language, expected) => {
  const vary = 'Accept-Encoding, Accept-Language, Cookie';
  const found = await told({ 'Accept-Language': accepted });

  expect(found).toMatchObject({ language, vary, ...expected() });
});

test('what a person has chosen in the console goes before what the browser prefers', async () => {
  const Cookie = 'console-language=fr';

  expect(await told({ Cookie, 'Accept-Language': 'de' })).toMatchObject(FRENCH());
});

test('tables, culprits and streams are in the language of the caller', async () => {
  const german = { 'Accept-Language': 'de' };
  const stream = await EventStream.open(`${service.url}${SEARCH}/stream`, {
    authorization: ADMIN_TOKEN,
    ...german,
  });
  const others = await EventStream.open(`${service.url}${SEARCH}/stream`, {
    authorization: ADMIN_TOKEN,
  });
  expect([(await stream.next()).event, (await others.next()).event]).toEqual(['ready', 'ready']);
  await service.given.feature();

  const [{ body: table }, { body: culprits }] = await Promise.all([
    asked(german, `${SEARCH}/csv?feature=IS:${feature}`),
    asked(german, '/api/admin/search/culprits?project=default'),
  ]);
  expect(table).toContain('Feature eingeschaltet');
  expect(culprits).toContain('"label":"Feature eingeschaltet"');
  expect(stream.headers['content-language']).toBe('de');
  expect((await stream.next()).data.events[0].label).toBe('Feature erstellt');
  expect((await others.next()).data.events[0].label).toBe('Feature created');
  stream.close();
  others.close();
});

test('a search finds types by their labels in English and in the language of the caller', async () => {
  const total = async (query: string, accepted: string): Promise<number> => {
    const path = `${SEARCH}?feature=IS:${feature}&query=${encodeURIComponent(query)}`;
    return JSON.parse((await asked({ 'Accept-Language': accepted }, path)).body).total as number;
  };

  expect(await total('eingeschaltet', 'de')).toBe(1);
  expect(await total('turned on', 'de')).toBe(1);
  expect(await total('fonctionnalité activée', 'fr')).toBe(1);
  expect(await total('eingeschaltet', 'en')).toBe(0);
});

test('refusals are in English, and say nothing else', async () => {
  const refused = await asked({ 'Accept-Language': 'de' }, `${SEARCH}?id=x`);

  expect(refused).toMatchObject({ status: 400, language: null });
  expect(refused.body).toContain('ids of events');
});

/** The names in braces in each sentence. */
const namesIn = ({ sentences }: EventWords): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(sentences).map(([type, [, sentence]]) => [
      type,
      (sentence.match(/\{\w+\}/g) ?? []).sort(),
    ]),
  );

test.each(OTHERS)('sentences in "%s" have the names of the English ones', async (language) => {
  const words = await wordsOf(language);
  const english = namesIn(ENGLISH_WORDS);

  expect(namesIn(words)).toEqual({ ...english, [OF_OWN_WORDS]: ['{feature}', '{project}'] });
});

test.each(OTHERS)('no label and no sentence in "%s" is English', async (language) => {
  const { sentences } = await wordsOf(language);
  const english = new Set(Object.values(ENGLISH_WORDS.sentences).flat());

  expect(
    Object.values(sentences)
      .flat()
      .filter((text) => english.has(text)),
  ).toEqual([]);
});

test('French has no-break spaces before its punctuation', async () => {
  const { sentences } = await wordsOf('fr');
  const texts = Object.values(sentences).flat();

  expect(texts.filter((text) => / [:;?!»%]|« |[^\u00a0}]: /.test(text))).toEqual([]);
});
