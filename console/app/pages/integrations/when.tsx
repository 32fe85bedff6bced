import { useAccountTime } from '../../account-time.ts';
import { useFormats } from '../../texts/formats.ts';

interface WhenProps {
  readonly at: string;
  /** By the clock of the account, not of the machine. */
  readonly isOfAccount?: boolean;
}

/** The relative time; the exact time on hover. */
export function When({ at, isOfAccount = false }: WhenProps) {
  const { fromNow, moment } = useFormats();
  const account = useAccountTime();
  return (
    <time dateTime={at} title={moment(at)}>
      {isOfAccount ? account.fromNow(at) : fromNow(at)}
    </time>
  );
}
