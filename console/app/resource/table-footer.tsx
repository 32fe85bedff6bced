import { Loader, Text } from '@mantine/core';
import { useFormats } from '../texts/formats.ts';
import { tableTexts } from '../texts/table.ts';
import { useTexts } from '../texts/texts.ts';

interface TableFooterProps {
  readonly loaded: number;
  readonly total: number | null;
  readonly isLoading: boolean;
}

export function TableFooter({ loaded, total, isLoading }: TableFooterProps) {
  const t = useTexts(tableTexts);
  const { number } = useFormats();
  if (loaded === 0) return null;
  const all = total ?? loaded;
  return (
    <Text size="xs" c="dimmed" mt={6} role="status" component="div">
      {t.count(number(all), all === 1)}
      {loaded < all && ` · ${t.loaded(number(loaded), number(all))}`}
      {isLoading && <Loader size={10} ml={6} />}
    </Text>
  );
}
