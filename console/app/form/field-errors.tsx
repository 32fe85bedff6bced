/** The errors of members where no form shows them, in words of people and in their language. */
import { Text } from '@mantine/core';
import { fieldErrorsIn } from '../data/problems.ts';
import { useLabels } from '../texts/labels.ts';
import { memberOf } from './member-of.ts';
import { useServiceWords } from './service-words.ts';

export function FieldErrors({ error }: { readonly error: unknown }) {
  const wordsFor = useServiceWords();
  const { fieldLabel } = useLabels();
  return Object.entries(fieldErrorsIn(error)).map(([path, message]) => (
    <Text key={path} size="sm">
      {/* What is wrong with the id is wrong with the whole. */}
      {path !== 'id' && <b>{`${fieldLabel(memberOf(path))}: `}</b>}
      {wordsFor(message)}
    </Text>
  ));
}
