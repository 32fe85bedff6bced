/** Every topic that an endpoint can subscribe to: recorded topics, reserved names, and wildcards. */
import { resources } from './resources.ts';

/** Accepted because older clients use them; never recorded. */
const reserved: readonly string[] = [
  'confirmation',
  'test.created',
  ...topicsOf('calendar-event', ['created', 'updated', 'deleted']),
];

export const pingTopic = 'ping';

export const recordedTopics: readonly string[] = [
  ...Object.values(resources).flatMap(({ type, events }) => topicsOf(type, events)),
  pingTopic,
];

const known: ReadonlySet<string> = new Set([...recordedTopics, ...reserved]);

const wildcards: ReadonlySet<string> = new Set(recordedTopics.filter((topic) => topic !== pingTopic).map(wildcardOf));

/** What an endpoint may name: a topic, `<resource type>.*`, or `*`. */
export const isTopicName = (name: string): boolean => known.has(name) || wildcards.has(name) || name === everyTopic;

export const everyTopic = '*';

/** The names that match a topic: itself, its wildcard, and the one for all. */
export const namesOf = (topic: string): string[] => [...new Set([topic, wildcardOf(topic), everyTopic])];

function topicsOf(type: string, verbs: readonly string[]): string[] {
  return verbs.map((verb) => `${type}.${verb}`);
}

function wildcardOf(topic: string): string {
  return topic.includes('.') ? `${topic.slice(0, topic.lastIndexOf('.'))}.*` : topic;
}
