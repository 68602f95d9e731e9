import { indentedJson } from './indented-json';

test.each([
  ['{"a":[1,{"b":true}],"c":{},"d":[ ],"e":"x"}'],
  ['[]'],
  ['7'],
  ['"a, [b] : {c} \\" \\\\"'],
  ['[[[null]],"",-0.5,{"":[{}]}]'],
])('%s is indented as everywhere', (json) => {
  expect(indentedJson(json)).toBe(JSON.stringify(JSON.parse(json), undefined, 2));
  expect(indentedJson(indentedJson(json))).toBe(indentedJson(json));
});

test('values stay as they are written', () => {
  expect(indentedJson('{"id":9007199254740993,"far":1e400,"id":1.10}')).toBe(
    '{\n  "id": 9007199254740993,\n  "far": 1e400,\n  "id": 1.10\n}',
  );
});
