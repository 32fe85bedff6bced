import { Badge } from '@mantine/core';

/** A coloured dot and a word: the colour is never the only information. */
export function StatusBadge({ status, label }: { readonly status: string; readonly label: string }) {
  return (
    <Badge variant="dot" color={colours[status] ?? 'gray'} size="sm" fz="xs" style={{ verticalAlign: 'middle' }}>
      {label}
    </Badge>
  );
}

const colours: Readonly<Record<string, string>> = {
  active: 'teal',
  upcoming: 'blue',
  deactivated: 'gray',
  confirmed: 'teal',
  tentative: 'yellow',
  cancelled: 'gray',
  pending: 'yellow',
  failing: 'red',
  suspended: 'red',
};
