import { Text } from '@mantine/core';
import { employments } from '@muster/contract/resources/employments.ts';
import { useUpdate } from '../../data/changes.ts';
import { useOne } from '../../data/queries.ts';
import { ResourceForm } from '../../resource/resource-form.tsx';
import { peopleTexts } from '../../texts/people.ts';
import { useTexts } from '../../texts/texts.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { notify } from '../../ui/notify.ts';
import { LoadingRows } from '../../ui/states.tsx';
import type { PersonDrawerProps } from './edit-drawer.tsx';
import { careerResources } from './use-career.ts';

export function EndDrawer({
  person,
  employmentId,
  isOpen,
  onClose,
}: PersonDrawerProps & { readonly employmentId: string }) {
  const t = useTexts(peopleTexts);
  // Read for its version, so that a concurrent change is not overwritten.
  const held = useOne(employments, isOpen ? employmentId : undefined);
  const update = useUpdate(employments, { alsoChanges: careerResources });
  return (
    <FormDrawer
      title={t.endTitle(`${person.givenName} ${person.familyName}`)}
      isOpen={isOpen}
      onClose={onClose}
      size="md"
    >
      <Text size="sm" c="dimmed" mb="md">
        {t.endAbout}
      </Text>
      {held.data ? (
        <ResourceForm
          resource={employments}
          operation="update"
          members={['end']}
          initial={held.data.value}
          error={update.error}
          isBusy={update.isPending}
          onCancel={onClose}
          onSubmit={(patch) =>
            update.mutate(
              { id: employmentId, etag: held.data.etag, patch },
              {
                onSuccess: () => {
                  notify(t.ended);
                  onClose();
                },
              },
            )
          }
        />
      ) : (
        <LoadingRows count={3} />
      )}
    </FormDrawer>
  );
}
