/** The settings that limit what accounts may set for themselves. */
import { type InstallationBounds, standardBounds } from '@muster/contract/administration/installation-bounds.ts';
import { type ReadSetting, wholeNumber } from './setting.ts';

export const boundSettings = {
  requestsPerMinuteMax: wholeNumber(
    'MUSTER_REQUESTS_PER_MINUTE_MAX',
    standardBounds.requestsPerMinute.max,
    [1, 1_000_000_000],
    'The most requests per minute that an account may allow each client application or API key.',
  ),
  eventDaysMax: wholeNumber(
    'MUSTER_EVENT_DAYS_MAX',
    standardBounds.eventDays.max,
    [1, 36_500],
    'The most days for which an account may keep its events.',
  ),
  auditDaysMin: wholeNumber(
    'MUSTER_AUDIT_DAYS_MIN',
    standardBounds.auditDays.min,
    [1, 36_500],
    'The fewest days for which an account must keep its audit log.',
  ),
  readLogDaysMin: wholeNumber(
    'MUSTER_READ_LOG_DAYS_MIN',
    standardBounds.readLogDays.min,
    [1, 36_500],
    'The fewest days for which an account must keep its log of reads.',
  ),
  requestLogDaysMax: wholeNumber(
    'MUSTER_REQUEST_LOG_DAYS_MAX',
    standardBounds.requestLogDays.max,
    [1, 90],
    'The most days for which an account may keep its request log.',
  ),
  unreferencedFileHoursMax: wholeNumber(
    'MUSTER_UNREFERENCED_FILE_HOURS_MAX',
    standardBounds.unreferencedFileHours.max,
    [1, 87_600],
    'The most hours for which an account may keep files that nothing refers to.',
  ),
  webhookAttemptMsMax: wholeNumber(
    'MUSTER_WEBHOOK_ATTEMPT_MS_MAX',
    standardBounds.webhookAttemptMs.max,
    [1, 600_000],
    'The longest time, in milliseconds, that an account may allow a webhook to respond.',
  ),
  webhookParallelAttemptsMax: wholeNumber(
    'MUSTER_WEBHOOK_PARALLEL_ATTEMPTS_MAX',
    standardBounds.webhookParallelAttempts.max,
    [1, 100],
    'The most concurrent requests that an account may allow to one endpoint.',
  ),
};

export const readBoundSettings = (read: ReadSetting): InstallationBounds => ({
  requestsPerMinute: { max: read(boundSettings.requestsPerMinuteMax) },
  eventDays: { max: read(boundSettings.eventDaysMax) },
  auditDays: { min: read(boundSettings.auditDaysMin) },
  readLogDays: { min: read(boundSettings.readLogDaysMin) },
  requestLogDays: { max: read(boundSettings.requestLogDaysMax) },
  unreferencedFileHours: { max: read(boundSettings.unreferencedFileHoursMax) },
  webhookAttemptMs: { max: read(boundSettings.webhookAttemptMsMax) },
  webhookParallelAttempts: { max: read(boundSettings.webhookParallelAttemptsMax) },
});
