import { formTexts } from '../texts/form.ts';
import { useTexts } from '../texts/texts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface DiscardDialogProps {
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

/** Asks before unsaved entries are lost. */
export function DiscardDialog({ onKeep, onDiscard }: DiscardDialogProps) {
  const t = useTexts(formTexts).discard;
  return (
    <ConfirmDialog
      isOpen
      title={t.title}
      confirmLabel={t.confirm}
      cancelLabel={t.keep}
      onConfirm={onDiscard}
      onClose={onKeep}
    >
      {t.about}
    </ConfirmDialog>
  );
}
