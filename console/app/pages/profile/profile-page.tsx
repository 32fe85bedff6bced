import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { Page } from '../../ui/page.tsx';

export function ProfilePage() {
  const t = useTexts(shellTexts);
  return <Page title={t.profile}>{null}</Page>;
}
