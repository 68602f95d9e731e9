import { createTheme } from '@mantine/core';
import { uiTexts } from '../../texts/ui.js';

/** Dark enough for text in white, in both color schemes (WCAG 2.2 AA). */
const SHADE = 8;

/**
 * Modals do not lock scrolling with inline styles, which the content security policy forbids;
 * theme.css does it. They open at once.
 */
export const theme = createTheme({
  primaryColor: 'blue',
  primaryShade: SHADE,
  respectReducedMotion: true,
  cursorType: 'pointer',
  // By name, since importing the components would add them to the first load.
  components: {
    Modal: {
      defaultProps: {
        lockScroll: false,
        size: 'lg',
        transitionProps: { duration: 0 },
        closeButtonProps: { 'aria-label': uiTexts.close },
      },
    },
    ModalRoot: { defaultProps: { lockScroll: false } },
    // Not another banner of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    Drawer: { defaultProps: { lockScroll: false } },
    DrawerRoot: { defaultProps: { lockScroll: false } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true } } },
  },
});
