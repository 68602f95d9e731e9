import '#mantine-styles/baseline.css';
import '#mantine-styles/default-css-variables.css';
import '#mantine-styles/global.css';
import './theme/theme.css';
import { createRoot } from 'react-dom/client';
import { App, firstAnswers } from './app.js';
import { ignoreHeldEnter } from '../kit/held-enter.js';
import { keepFocus } from '../kit/keep-focus.js';

/** What is preloaded is there by then; without it, the page says that it is loading. */
const PATIENCE_MS = 100;

keepFocus();
ignoreHeldEnter();
const root = createRoot(document.getElementById('root')!);
const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
void Promise.race([firstAnswers, patience]).then(() => root.render(<App />));
