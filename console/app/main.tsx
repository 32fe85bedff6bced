/** The entry point of the console: languages, theme, cache, routes. */
import './ui/shell-styles.css';
import '@mantine/notifications/styles.css';
import './ui/console.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './data/cache.ts';
import { router } from './routes.tsx';
import { LanguageProvider } from './texts/language.tsx';
import { Themed } from './ui/themed.tsx';

/** A newer build has replaced the one of this page: the page is reloaded, but not repeatedly. */
const reloadPauseMs = 10_000;

window.addEventListener('vite:preloadError', () => {
  const lastMs = Number(sessionStorage.getItem('muster.reloadedAt'));
  if (Date.now() - lastMs < reloadPauseMs) return;
  sessionStorage.setItem('muster.reloadedAt', String(Date.now()));
  window.location.reload();
});

const Notices = lazy(async () => ({ default: (await import('./ui/notices.tsx')).Notices }));

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root.');

/** At their place in the document: the styles of pages, which are added later, go before them in rank. */
async function applyStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=style]')];
  await Promise.all(links.map(applied));
}

const applied = (link: HTMLLinkElement) =>
  new Promise<void>((resolve) => {
    // The end of the mere fetch is reported by the same event.
    link.addEventListener('load', () => link.sheet && resolve());
    link.addEventListener('error', () => resolve());
    link.rel = 'stylesheet';
  });

const draw = () =>
  createRoot(root).render(
    <StrictMode>
      <LanguageProvider>
        <Themed>
          <QueryClientProvider client={queryClient}>
            <Suspense>
              <Notices />
            </Suspense>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </Themed>
      </LanguageProvider>
    </StrictMode>,
  );

// Without `await`: a program that waits while it is loaded shares no code with its parts, and all of them get larger.
applyStyles().then(draw);
