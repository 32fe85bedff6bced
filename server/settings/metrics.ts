/** The settings of metrics. */
import { type ReadSetting, trueOrFalse, wholeNumber } from './setting.ts';

export interface MetricsConfig {
  /** 0: no metrics. */
  readonly port: number;
  /** Whether metrics name accounts. */
  readonly isWithAccounts: boolean;
}

export const metricsSettings = {
  metricsPort: wholeNumber(
    'MUSTER_METRICS_PORT',
    0,
    [0, 65535],
    'The port for metrics (/metrics) and the health of this process; 0: none. Do not open it to the internet.',
  ),
  metricsAccounts: trueOrFalse(
    'MUSTER_METRICS_ACCOUNTS',
    false,
    'Whether metrics also count requests by account, under the name of the account.',
  ),
};

export const readMetricsSettings = (read: ReadSetting): MetricsConfig => ({
  port: read(metricsSettings.metricsPort),
  isWithAccounts: read(metricsSettings.metricsAccounts),
});
