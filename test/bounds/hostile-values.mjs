/** Bytes left for the rest of a body around its values. */
const MARGIN_BYTES = 4_096;

/**
 * As many copies of a piece of JSON as fit in a body, as a list.
 * @param {string} item
 * @param {number} bytes
 */
const listOf = (item, bytes) => {
  const count = Math.max(1, Math.floor((bytes - MARGIN_BYTES) / (item.length + 1)));
  return `[${Array(count).fill(item).join(',')}]`;
};

/**
 * As many different items as fit.
 * @param {(n: number) => string} itemOf
 * @param {number} bytes
 */
function listOfDistinct(itemOf, bytes) {
  const items = [];
  for (let n = 0, size = MARGIN_BYTES; size < bytes; n++) {
    items.push(itemOf(n));
    size += items[n].length + 1;
  }
  return `[${items.slice(0, -1).join(',')}]`;
}

/** @param {number} bytes */
function wideObject(bytes) {
  const keys = [];
  for (let n = 0, size = MARGIN_BYTES; size < bytes; n++) {
    keys.push(`"key${n}":1`);
    size += keys[n].length + 1;
  }
  return `{${keys.slice(0, -1).join(',')}}`;
}

/** @param {number} depth */
const nestedLists = (depth) => '['.repeat(depth) + ']'.repeat(depth);
/** @param {number} depth */
const nestedObjects = (depth) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

/**
 * Hostile values in place of a list, as JSON.
 * @param {string} item A valid item of it.
 * @param {number} bytes How long a body may be.
 * @returns {Generator<[label: string, json: string]>}
 */
export function* inPlaceOfList(item, bytes) {
  yield ['empty objects', listOf('{}', bytes)];
  yield ['empty lists', listOf('[]', bytes)];
  yield ['zeros', listOf('0', bytes)];
  yield ['nulls', listOf('null', bytes)];
  yield ['one item repeated', listOf(item, bytes)];
  yield ['distinct texts', listOfDistinct((n) => `"text-${n}"`, bytes)];
  yield ['distinct numbers', listOfDistinct(String, bytes)];
  yield [
    '__proto__ and constructor',
    listOf('{"__proto__":{"a":1},"constructor":{"b":2}}', Math.min(bytes, 20_000)),
  ];
  yield ['names of methods', listOf('{"toString":1,"valueOf":1}', Math.min(bytes, 20_000))];
}

/**
 * Hostile values in place of a string, as JSON.
 * @param {number} bytes
 * @returns {Generator<[label: string, json: string]>}
 */
export function* inPlaceOfText(bytes) {
  const text = (value) => JSON.stringify(value);
  const long = bytes - MARGIN_BYTES;
  yield ['long text', text('a'.repeat(long))];
  yield ['backtracking pattern', text(`(a+)+b${'a'.repeat(1_000)}`)];
  yield ['nested quantifiers', text(`${'(a{1,1000}){1,1000}'.repeat(10)}`)];
  yield ['nested sections', text(`${'{{#a}}{{#b}}{{#c}}x{{/c}}{{/b}}{{/a}}'.repeat(50)}`)];
  yield ['U+0000', '"a\\u0000b"'];
  yield ['half a surrogate pair', '"\\ud800"'];
  yield ['combining characters', text('a' + '\u0301'.repeat(5_000))];
}

/**
 * Hostile values in place of a whole body, or of an object in it, as JSON.
 * @param {number} bytes
 * @returns {Generator<[label: string, json: string]>}
 */
export function* inPlaceOfObject(bytes) {
  yield ['null', 'null'];
  yield ['a number', '1e308'];
  yield ['a text', '"text"'];
  yield ['many keys', wideObject(bytes)];
  yield ['nested lists', nestedLists(Math.min(40_000, (bytes - MARGIN_BYTES) / 2))];
  yield ['nested objects', nestedObjects(Math.min(10_000, Math.floor((bytes - MARGIN_BYTES) / 7)))];
  yield ['lists below the limit of depth', listOf(nestedLists(50), bytes)];
  yield ['empty lists', listOf('[]', bytes)];
  yield ['broken off', '{"a":'];
}

/**
 * Hostile values of one query parameter, as query strings.
 * @param {string} name
 * @returns {[label: string, query: string][]}
 */
export function queriesOf(name) {
  const key = encodeURIComponent(name);
  const words = (count, word) => Array.from({ length: count }, (_, n) => word(n));
  return [
    ['long', `${key}=${'a'.repeat(12_000)}`],
    ['many words', `${key}=${words(2_500, (n) => `w${n}`).join(',')}`],
    ['many short words', `${key}=${words(6_000, () => 'a').join(',')}`],
    ['repeated', words(900, (n) => `${key}=v${n}`).join('&')],
    ['list of an operator', `${key}=IS_ANY_OF:${words(2_000, (n) => `p${n}`).join(',')}`],
    ['nested', `${key}${'[a]'.repeat(2_000)}=1`],
    ['indexes', words(500, (n) => `${key}[${n * 1000}]=1`).join('&')],
    ['U+0000', `${key}=%00`],
    ['not UTF-8', `${key}=%ff%fe`],
    ['wildcards', `${key}=${'%25_'.repeat(1_500)}`],
    ['large number', `${key}=99999999999999999999`],
    ['negative number', `${key}=-1`],
    ['question marks', `${key}=${'?'.repeat(12_000)}`],
    ['names of methods', `${key}[toString]=1&${key}[valueOf]=1&${key}[constructor]=1`],
    ['far date', `${key}=IS_ON_OR_AFTER:+275760-09-13`],
  ];
}

/**
 * Hostile values of a parameter of a path.
 * @type {[label: string, value: string][]}
 */
export const PATH_VALUES = [
  ['long', 'a'.repeat(8_000)],
  ['U+0000', '%00'],
  ['not UTF-8', '%ff'],
  ['large number', '99999999999999999999'],
  ['wildcards', '%25'.repeat(1_000)],
];
