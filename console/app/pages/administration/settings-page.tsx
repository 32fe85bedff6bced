import { Stack } from '@mantine/core';
import { accountSettings } from '@muster/contract/administration/account-settings.ts';
import { useOne } from '../../data/queries.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';
import { LoadingRows, ProblemNotice } from '../../ui/states.tsx';
import { SettingsForm } from './settings-form.tsx';
import type { SettingsGroup } from './settings-panel.tsx';

const groups: readonly SettingsGroup[] = [
  { name: 'general', members: ['timezoneId', 'language'] },
  {
    name: 'security',
    members: ['isSecondFactorRequired', 'erasuresNeedApproval', 'auditDays', 'readLogDays', 'requestLogDays'],
  },
  { name: 'limits', members: ['requestsPerMinute', 'eventDays', 'unreferencedFileHours'] },
  {
    name: 'hiring',
    members: [
      'hiringTemplate',
      'hiringBusinessEstablishment',
      'hiringDepartment',
      'refusedEmailDomains',
      'highestRank',
    ],
  },
  {
    name: 'workingTime',
    members: ['workingWeekdays', 'workingMinutesPerDay', 'publicHolidaysCalendar', 'movedLeavesNeedApproval'],
  },
  {
    name: 'webhooks',
    members: [
      'webhookChallenge',
      'webhookWaitsSeconds',
      'webhookAttemptMs',
      'webhookParallelAttempts',
      'webhookWarningDays',
      'webhookSuspensionDays',
    ],
  },
  { name: 'legacy', members: ['legacyV2Until'] },
];

export function SettingsPage() {
  const t = useTexts(settingsTexts);
  const settings = useOne(accountSettings, 'current');
  return (
    <Page title={t.title} about={t.about}>
      {settings.isPending && <LoadingRows />}
      {settings.isLoadingError && <ProblemNotice error={settings.error} onRetry={() => settings.refetch()} />}
      {settings.data && (
        <Stack gap="md" maw={880}>
          <SettingsForm groups={groups} held={settings.data} />
        </Stack>
      )}
    </Page>
  );
}
