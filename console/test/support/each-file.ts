import { cleanup, configure } from '@testing-library/react';

// A busy machine makes a reaction slow, not wrong.
configure({ asyncUtilTimeout: 20_000 });

// Testing Library removes what was rendered in the file only that loads it first.
afterEach(cleanup);
