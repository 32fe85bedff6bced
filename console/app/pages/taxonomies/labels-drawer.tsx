/** Adds many labels at once, for example copied from a list. Refused lines stay with their reason. */
import { Alert, Text, Textarea } from '@mantine/core';
import { taxonomyLabels } from '@muster/contract/resources/taxonomy-labels.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMutation } from '../../data/mutation.ts';
import { isSignedOut, isUnreachable } from '../../data/problems.ts';
import { creation } from '../../data/steps.ts';
import { useErrorWords } from '../../form/error-words.ts';
import { Form } from '../../form/form.tsx';
import { useForm } from '../../form/use-form.ts';
import { useFormats } from '../../texts/formats.ts';
import { taxonomyTexts } from '../../texts/taxonomies.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { type Line, linesIn, withoutLine } from './lines.ts';

interface LabelsDrawerProps {
  readonly taxonomyId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function LabelsDrawer({ taxonomyId, isOpen, onClose }: LabelsDrawerProps) {
  const t = useTexts(taxonomyTexts);
  return (
    <FormDrawer title={t.addLabels} isOpen={isOpen} onClose={onClose} size="md">
      <LabelsForm taxonomyId={taxonomyId} onClose={onClose} />
    </FormDrawer>
  );
}

interface Refused {
  readonly line: Line;
  readonly reason: string;
}

interface Outcome {
  readonly added: number;
  readonly refused: readonly Refused[];
}

/** One after the other, so that labels without another order keep that of the lines. */
function useAdding(taxonomyId: string, onAdded: (line: Line) => void) {
  const wordsOf = useErrorWords();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (lines: readonly Line[]): Promise<Outcome> => {
      const refused: Refused[] = [];
      for (const line of lines) {
        try {
          const { name, remoteId } = line;
          await creation(taxonomyLabels, { taxonomy: { id: taxonomyId }, name, remoteId })();
          onAdded(line);
        } catch (error) {
          if (isSignedOut(error) || isUnreachable(error)) throw error;
          refused.push({ line, reason: wordsOf(error) });
        }
      }
      return { added: lines.length - refused.length, refused };
    },
    onSettled: () => client.invalidateQueries({ queryKey: [taxonomyLabels.type] }),
  });
}

function LabelsForm({ taxonomyId, onClose }: Omit<LabelsDrawerProps, 'isOpen'>) {
  const t = useTexts(taxonomyTexts);
  const { number } = useFormats();
  const form = useForm({ name: `labels ${taxonomyId}`, initial: { typed: '' } });
  // What is added leaves the text at once: after a failure in the middle, only the rest is sent again.
  const adding = useAdding(taxonomyId, ({ text }) => form.change(({ typed }) => ({ typed: withoutLine(typed, text) })));
  const lines = linesIn(form.values.typed);
  const submit = () =>
    adding.mutate(lines, {
      onSuccess: ({ added, refused }) => {
        if (added > 0) notify(t.added(number(added), added === 1));
        if (refused.length > 0) return;
        form.release();
        onClose();
      },
    });
  return (
    <Form
      form={form}
      error={adding.error}
      isBusy={adding.isPending}
      onSubmit={submit}
      onCancel={onClose}
      submitLabel={t.addCount(number(lines.length), lines.length === 1)}
      isSubmitDisabled={lines.length === 0}
    >
      <Textarea
        label={t.labels}
        description={t.addLabelsAbout}
        placeholder={t.addLabelsExample}
        value={form.values.typed}
        onChange={({ currentTarget: { value } }) => form.change(() => ({ typed: value }))}
        autosize
        minRows={6}
        maxRows={20}
      />
      <Refusals refused={adding.data?.refused ?? []} />
    </Form>
  );
}

function Refusals({ refused }: { readonly refused: readonly Refused[] }) {
  const t = useTexts(taxonomyTexts);
  const { number } = useFormats();
  if (refused.length === 0) return null;
  return (
    <Alert color="red" variant="light" role="alert" c="var(--mantine-color-text)">
      <Text size="sm" fw={600}>
        {t.refused(number(refused.length), refused.length === 1)}
      </Text>
      {refused.map(({ line, reason }) => (
        <Text key={line.text} size="sm">{`${line.name}: ${reason}`}</Text>
      ))}
    </Alert>
  );
}
