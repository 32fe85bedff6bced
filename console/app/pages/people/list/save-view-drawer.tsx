/** Saves what the address holds as a view, for oneself or for everybody who administers the account. */
import { Alert } from '@mantine/core';
import { savedViews } from '@muster/contract/administration/saved-views.ts';
import type { Create, Read } from '@muster/contract/kit/resource.ts';
import { useSearch } from '@tanstack/react-router';
import { useCreate, useUpdate } from '../../../data/changes.ts';
import { useAll } from '../../../data/queries.ts';
import { type FormValues, ResourceForm } from '../../../resource/resource-form.tsx';
import type { SearchParams } from '../../../search-params.ts';
import { useSession } from '../../../session.tsx';
import { useTexts } from '../../../texts/texts.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';
import { FormDrawer } from '../../../ui/form-drawer.tsx';
import { notify } from '../../../ui/notify.ts';

/** Of the page, not of the list. */
const others = ['open', 'columns'];

export function SaveViewDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(workbenchTexts);
  const search: SearchParams = useSearch({ strict: false });
  const query = Object.entries(search).filter(([word, value]) => !others.includes(word) && value !== undefined);
  const namedAs = useOwnViews();
  const create = useCreate(savedViews);
  const update = useUpdate(savedViews);
  const save = (body: Create<typeof savedViews>, done: () => void) => {
    // Undefined values were left out.
    const shown = {
      query: Object.fromEntries(query) as Record<string, string>,
      columns: search.columns?.split(',') ?? [],
    };
    const onSuccess = () => {
      done();
      notify(t.viewSaved);
      onClose();
    };
    const replaced = namedAs(body);
    if (replaced) update.mutate({ id: replaced.id, patch: { ...body, ...shown } }, { onSuccess });
    else create.mutate({ ...body, ...shown, list: 'employees' }, { onSuccess });
  };
  return (
    <FormDrawer title={t.saveView} isOpen onClose={onClose} size="md">
      <ResourceForm
        resource={savedViews}
        operation="create"
        members={['name', 'isShared']}
        labels={{ name: t.viewName, isShared: t.shareView }}
        // A shared view that is replaced stays shared, unless somebody says otherwise.
        initial={(entered) => ({ isShared: namedAs(entered)?.isShared ?? false })}
        error={create.error ?? update.error}
        isBusy={create.isPending || update.isPending}
        onSubmit={save}
        onCancel={onClose}
        submitLabel={t.save}
      >
        {(values) =>
          namedAs(values) && (
            <Alert color="yellow" role="status" py="xs" c="var(--mantine-color-text)">
              {t.viewReplaced}
            </Alert>
          )
        }
      </ResourceForm>
    </FormDrawer>
  );
}

const plain = (name: unknown): string =>
  String(name ?? '')
    .trim()
    .toLocaleLowerCase();

/** Finds the view of this person with a name: the service refuses a second one. */
function useOwnViews() {
  const { person } = useSession();
  const { data = [] } = useAll(savedViews);
  // The rows of a list are representations.
  const own = (data as unknown as readonly Read<typeof savedViews>[]).filter(({ ownerId }) => ownerId === person.id);
  return ({ name }: FormValues) => own.find((view) => plain(view.name) === plain(name));
}
