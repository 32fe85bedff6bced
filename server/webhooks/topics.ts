/** Topics that clients name: whether they exist, and which events they match. */
import { rowTypesOf } from '@muster/contract/kit/resource.ts';
import { resourceOf } from '@muster/contract/resources.ts';
import { everyTopic, isTopicName, pingTopic } from '@muster/contract/topics.ts';
import type { Condition } from '../platform/store/condition.ts';
import { addError, type FieldErrors } from '../problem.ts';

/** For a list that its schema has accepted. */
export function checkTopics(topics: unknown, errors: FieldErrors): void {
  if (!Array.isArray(topics)) return;
  for (const [index, topic] of topics.entries()) {
    if (typeof topic === 'string' && !isTopicName(topic)) {
      addError(errors, `topics.${index}`, 'Must be a topic such as employee.created, a type such as employee.*, or *.');
    }
  }
}

/** The event types of a resource name. */
function typesMeant(name: string): readonly string[] {
  const resource = resourceOf(name);
  return resource ? rowTypesOf(resource) : [];
}

/** Old pings are not redelivered unless they are named explicitly. */
export const onTopics =
  (names: readonly string[]): Condition =>
  (place) => {
    const types = names.filter((name) => name.endsWith('.*')).flatMap((name) => typesMeant(name.slice(0, -2)));
    const ofTypes = names.includes(everyTopic) ? 'true' : `shown_row.data_type = any(${place(types)}::text[])`;
    return `(shown_row.topic = any(${place(names)}::text[]) or (shown_row.topic <> '${pingTopic}' and ${ofTypes}))`;
  };
