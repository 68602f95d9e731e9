import { counted, number } from '../format.js';
import type * as en from '../feature-usage.js';

export const featureUsageTexts: typeof en.featureUsageTexts = {
  hours: 'Zeitraum',
  period: (hours) =>
    hours < 48 ? counted(hours, 'Stunde', 'Stunden') : counted(hours / 24, 'Tag', 'Tage'),
  environment: 'Umgebung',
  application: 'Anwendung',
  all: 'Alle',
  emptyTitle: 'In diesem Zeitraum hat niemand dieses Feature verwendet',
  empty:
    'SDKs melden innerhalb von etwa einer Minute, wie oft sie es ausgewertet haben. Einen längeren Zeitraum wählen, oder prüfen, ob eine Anwendung danach fragt.',
  noneTitle: 'Keine Auswertungen passen',
  none: 'Eine andere Umgebung oder Anwendung wählen, oder einen längeren Zeitraum.',
  chart: (yes, no) => `Auswertungen nach Stunden: ${number(yes)} an, ${number(no)} aus`,
  changes: 'Die letzten Änderungen des Features in dieser Zeit',
  on: 'an',
  off: 'aus',
  total: (yes, no) => `${number(yes)} an, ${number(no)} aus`,
  table: 'Auswertungen nach Anwendung und Umgebung',
  share: 'Anteil an',
};
