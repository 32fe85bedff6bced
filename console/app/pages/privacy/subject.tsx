/** The person that an erasure, a hold or an export is about: by name while they are known. */
import { employees } from '@muster/contract/resources/employees.ts';
import { useBatched } from '../../data/batched.ts';
import { privacyTexts } from '../../texts/privacy.ts';
import { useTexts } from '../../texts/texts.ts';

export function Subject({ id }: { readonly id: string }) {
  const t = useTexts(privacyTexts);
  const { data, isPending } = useBatched(employees, id);
  if (isPending) return '…';
  return data ? `${data.givenName} ${data.familyName}` : t.erased(id);
}
