import { Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { notify } from './notify.ts';

/** Replaces the page of something that was deleted while it was open, with a link to the list. */
export function Gone({ to }: { readonly to: '/attributes' | '/taxonomies' }) {
  const { removed } = useTexts(shellTexts);
  useEffect(() => notify(removed), [removed]);
  return <Navigate to={to} replace />;
}
