import { Badge, Fieldset, Group, Stack, Text } from '@mantine/core';
import { departments } from '@muster/contract/resources/departments.ts';
import { useNames } from '../../resource/names.ts';
import { careerTexts } from '../../texts/career.ts';
import { useFormats } from '../../texts/formats.ts';
import { useTexts } from '../../texts/texts.ts';
import { type DraftCareer, type Segment, segmentsOf } from './career-preview.ts';
import { PersonNameText } from './person-name.tsx';

interface TimelinePreviewProps {
  readonly before: DraftCareer;
  readonly after: DraftCareer;
}

/** The career as it will be once the form is saved; it follows every entry. */
export function TimelinePreview({ before, after }: TimelinePreviewProps) {
  const t = useTexts(careerTexts);
  return (
    <Fieldset legend={t.preview}>
      <Stack gap="xs" role="list" aria-label={t.preview}>
        {segmentsOf(before, after).map((segment) => (
          <SegmentLine key={`${segment.id} ${segment.mark}`} segment={segment} />
        ))}
      </Stack>
    </Fieldset>
  );
}

const colours = { same: 'gray', new: 'teal', changed: 'blue', removed: 'red' };

function SegmentLine({ segment }: { readonly segment: Segment }) {
  const t = useTexts(careerTexts);
  const { day } = useFormats();
  const departmentName = useNames(departments);
  const { startsOn, endsOn, jobTitle, departmentId, managerId, mark } = segment;
  const parts = [jobTitle ?? t.untitled, departmentId === undefined ? '' : departmentName(departmentId)];
  return (
    <Group role="listitem" justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
      <div style={{ minWidth: 0 }}>
        <Text size="sm" {...(mark === 'removed' && { td: 'line-through' })}>
          {parts.filter(Boolean).join(' · ')}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {endsOn === null ? t.from(day(startsOn)) : t.fromTo(day(startsOn), day(endsOn))}
          {managerId !== undefined && (
            <>
              {' · '}
              <PersonNameText id={managerId} />
            </>
          )}
        </Text>
      </div>
      {mark !== 'same' && (
        <Badge color={colours[mark]} style={{ flexShrink: 0 }}>
          {t.marks[mark]}
        </Badge>
      )}
    </Group>
  );
}
