export {
  FIGURE_FORMATS,
  type FigureName,
  type Figures,
  type FiguresLine,
  type Insights,
  type MissingReason,
  type RenditionLine,
  type Skipped,
  type VideoFigures,
} from './sums/figures.ts';
export { insights, readInsights } from './insights.ts';
export { InsightsReader, type InsightsOptions } from './insights-reader.ts';
