import { DrillError, publicReasonOf } from '../../../../src/instance/drill/drill.js';
import { DatabaseBusyError } from '../../../../src/platform/database/database.errors.js';

const secret = 'connect ECONNREFUSED 10.1.2.3:5432';

test.each([
  ['of a drill', new DrillError('There was no answer in time.'), 'There was no answer in time.'],
  ['that callers get', new DatabaseBusyError(), new DatabaseBusyError().message],
  [
    'of Node.js',
    Object.assign(new Error(secret), { code: 'ECONNREFUSED' }),
    'It failed with ECONNREFUSED.',
  ],
  ['of PostgreSQL', Object.assign(new Error(secret), { code: '57P01' }), 'It failed with 57P01.'],
  ['with another code', Object.assign(new Error(secret), { code: secret }), 'It failed.'],
  ['without a code', new SyntaxError(secret), 'It failed.'],
])('an error %s tells nothing internal', (_, error, reason) => {
  expect(publicReasonOf(error)).toBe(reason);
});
