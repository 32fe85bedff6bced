/** What a request asks for, in one line. */
import { leaveAccounts } from '@muster/contract/resources/leave-accounts.ts';
import { leaves } from '@muster/contract/resources/leaves.ts';
import { useBatched } from '../../data/batched.ts';
import { useNames } from '../../resource/names.ts';
import { useFormats } from '../../texts/formats.ts';

/** Paid leave, 3 – 7 August. */
export function LeaveSummary({ id }: { readonly id: string }) {
  const { day } = useFormats();
  const accountName = useNames(leaveAccounts);
  const { data } = useBatched(leaves, id);
  if (!data) return '…';
  const days = data.startsOn === data.endsOn ? day(data.startsOn) : `${day(data.startsOn)} – ${day(data.endsOn)}`;
  return `${accountName(data.leaveAccount.id)}, ${days}`;
}
