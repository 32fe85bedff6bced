import { Navigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/texts.ts';
import { notify } from './notify.ts';

/** In place of a page whose subject was there and has been deleted: says so, and leads to the others. */
export function Gone({ to }: { readonly to: '/attributes' | '/taxonomies' }) {
  const { removed } = useTexts(shellTexts);
  useEffect(() => notify(removed), [removed]);
  return <Navigate to={to} replace />;
}
