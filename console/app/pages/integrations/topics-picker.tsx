/** The topics of an endpoint: all, all of a type, or single ones. */
import { Input, MultiSelect, SegmentedControl, Stack } from '@mantine/core';
import { everyTopic, pingTopic, recordedTopics } from '@muster/contract/topics.ts';
import { useState } from 'react';
import type { FieldInputProps } from '../../resource/field-input-props.ts';
import { spelt } from '../../texts/labels.ts';
import { useTexts } from '../../texts/texts.ts';
import { webhookTexts } from '../../texts/webhooks.ts';

const typeOf = (topic: string): string => topic.slice(0, topic.lastIndexOf('.'));

/** A ping is sent whatever the topics are. */
const topics = recordedTopics.filter((topic) => topic !== pingTopic);

export const topicsByType: ReadonlyMap<string, readonly string[]> = Map.groupBy(topics, typeOf);

export function TopicsPicker({ label, description, value, onChange, errorAt }: FieldInputProps) {
  const t = useTexts(webhookTexts);
  const chosen = (value ?? []) as readonly string[];
  const [isAll, setAll] = useState(chosen.includes(everyTopic));
  const groups = [...topicsByType].map(([type, ofType]) => ({
    group: spelt(type),
    items: [
      { value: `${type}.*`, label: t.everythingAbout(type) },
      ...ofType.map((topic) => ({ value: topic, label: topic })),
    ],
  }));
  // Accepted names that are never recorded stay unchanged.
  const others = chosen.filter(
    (name) => name !== everyTopic && !groups.some(({ items }) => items.some((item) => item.value === name)),
  );
  const change = (which: string) => {
    setAll(which === 'all');
    onChange(which === 'all' ? [everyTopic] : []);
  };
  return (
    <div data-wide>
      <Input.Wrapper label={label} description={description} labelElement="div">
        <Stack gap="xs" mt={4} align="flex-start">
          <SegmentedControl
            aria-label={label}
            value={isAll ? 'all' : 'some'}
            onChange={change}
            data={[
              { value: 'all', label: t.allTopics },
              { value: 'some', label: t.someTopics },
            ]}
          />
          {!isAll && (
            <MultiSelect
              w="100%"
              aria-label={t.chooseTopics}
              placeholder={chosen.length ? undefined : t.chooseTopics}
              error={errorAt('')}
              data={[...groups, ...(others.length > 0 ? [{ group: '…', items: others }] : [])]}
              value={[...chosen]}
              onChange={onChange}
              searchable
              clearable
              hidePickedOptions
              maxDropdownHeight={320}
            />
          )}
        </Stack>
      </Input.Wrapper>
    </div>
  );
}
