import { type Moment, useMoment } from '../../data/moment.ts';
import { useToday } from '../../session.tsx';

/** The day that the page of a person shows, as a moment of reads. Reads of today have no day, so that they are shared. */
export function useMomentOfDay(asOf: string): Moment {
  const today = useToday();
  const moment = useMoment();
  return asOf === today ? { ...moment } : { ...moment, asOf };
}
