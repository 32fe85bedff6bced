import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';

type Module<N extends string> = Readonly<Record<N, ComponentType>>;

/** A page by the name that its file exports. The first page also loads the styles of pages. */
export const page = <const N extends string>(load: () => Promise<Module<N>>, name: N) =>
  lazyRouteComponent(async () => (await Promise.all([load(), import('./ui/page-styles.css')]))[0], name);
