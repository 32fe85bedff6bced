import type { Resource } from './resource.ts';

/** Whether the changes of a resource are recorded, as events and versions. */
export const isRecorded = ({ events }: Pick<Resource, 'events'>): boolean => events.length > 0;
