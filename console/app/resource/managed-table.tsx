/** A table of a plain resource with its form: the address contains the open row, so that it can be linked. */
import { Button } from '@mantine/core';
import type { Resource } from '@muster/contract/kit/resource.ts';
import { IconPlus } from '@tabler/icons-react';
import { useMay } from '../session.tsx';
import { useOpened } from './opened.ts';
import { type Editing, newOne, ResourceEditor } from './resource-editor.tsx';
import { ResourceTable, type ResourceTableProps } from './resource-table.tsx';

/** The button that opens the form for a new one, if the role allows it. */
export function AddButton({ resource, label }: { readonly resource: Resource; readonly label: string }) {
  const may = useMay();
  const [, open] = useOpened();
  if (!may(resource, 'create')) return null;
  return (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open(newOne)}>
      {label}
    </Button>
  );
}

type ManagedTableProps<R extends Resource> = Omit<ResourceTableProps<R>, 'onOpen'> & {
  readonly editing: Omit<Editing<R>, 'resource'>;
};

export function ManagedTable<R extends Resource>({ editing, ...table }: ManagedTableProps<R>) {
  const [opened, open] = useOpened();
  return (
    <>
      <ResourceTable
        {...table}
        {...(!table.hrefOf && {
          onOpen: ({ id }: { readonly id: string }) => open(id),
        })}
      />
      <ResourceEditor {...editing} resource={table.resource} opened={opened} onClose={() => open(undefined)} />
    </>
  );
}
