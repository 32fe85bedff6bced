/** Saves what the address holds as a view, for oneself or for everybody who administers the account. */
import { savedViews } from '@muster/contract/administration/saved-views.ts';
import { useSearch } from '@tanstack/react-router';
import { CreationForm } from '../../../resource/writing-forms.tsx';
import type { SearchParams } from '../../../search-params.ts';
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
  return (
    <FormDrawer title={t.saveView} isOpen onClose={onClose} size="md">
      <CreationForm
        resource={savedViews}
        inputs={{ members: ['name', 'isShared'], labels: { name: t.viewName, isShared: t.shareView } }}
        completed={(body) => ({
          ...body,
          list: 'employees' as const,
          // Undefined values were left out.
          query: Object.fromEntries(query) as Record<string, string>,
          columns: search.columns?.split(',') ?? [],
        })}
        submitLabel={t.save}
        onCancel={onClose}
        onMade={() => {
          notify(t.viewSaved);
          onClose();
        }}
      />
    </FormDrawer>
  );
}
