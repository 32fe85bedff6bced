/**
 * Mutations whose callbacks always run. TanStack Query leaves out those of `mutate` when their component is gone, and what
 * was changed is read again first, which often removes the button that was pressed: its drawer would stay open. biome.json
 * keeps other files from importing the `useMutation` of the library.
 */
import { type UseMutationOptions, useMutation as useOwnMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { isTakenBack } from './problems.ts';

interface Callbacks<Made> {
  readonly onSuccess?: (made: Made) => void;
  /** Not for a request that was taken back by closing its form. */
  readonly onError?: (error: Error) => void;
  readonly onSettled?: () => void;
}

export function useMutation<Made, Input = void>(options: UseMutationOptions<Made, Error, Input>) {
  const { mutateAsync, ...mutation } = useOwnMutation(options);
  const mutate = useCallback(
    (input: Input, { onSuccess, onError, onSettled }: Callbacks<Made> = {}): void => {
      const failed = (error: Error) => (isTakenBack(error) ? undefined : onError?.(error));
      mutateAsync(input).then(onSuccess, failed).finally(onSettled);
    },
    [mutateAsync],
  );
  return { ...mutation, mutateAsync, mutate };
}
