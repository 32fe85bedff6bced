/** Removes the resource of a page and leaves the page before it would be read again. */
import type { Resource } from '@muster/contract/kit/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMutation } from '../../data/mutation.ts';
import { methodsOf } from '../../data/service.ts';
import { notify } from '../../ui/notify.ts';

interface Leaving {
  readonly resource: Resource;
  readonly id: string;
  /** The list of the resource. */
  readonly to: string;
  /** The message after the removal. */
  readonly words: string;
}

export function useRemovalOfPage({ resource, id, to, words }: Leaving) {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => methodsOf(resource).remove(id),
    onSuccess: async () => {
      notify(words);
      await navigate({ to });
      client.removeQueries({ queryKey: [resource.type, 'one'] });
      await client.invalidateQueries({ queryKey: [resource.type] });
    },
  });
}
