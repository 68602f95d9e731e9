import '#mantine-styles/baseline.css';
import '#mantine-styles/default-css-variables.css';
import '#mantine-styles/global.css';
import './theme/theme.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { keepFocus } from './ui/keep-focus.js';

keepFocus();
createRoot(document.getElementById('root')!).render(<App />);
