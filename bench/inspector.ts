/** Asks the inspector of a Node process for profiles: it serves processes of any commit. */
import type { Profiler } from 'node:inspector';

export interface Inspector {
  /** Of the processor time of the process during some work. */
  profile(work: () => Promise<unknown>): Promise<Profiler.Profile>;
  close(): void;
}

export async function openInspector(port: number): Promise<Inspector> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  const waiting = new Map<number, (result: unknown) => void>();
  let asked = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(data) as { id: number; result: unknown };
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  const ask = (method: string) =>
    new Promise<unknown>((resolve) => {
      asked += 1;
      waiting.set(asked, resolve);
      socket.send(JSON.stringify({ id: asked, method }));
    });
  await ask('Profiler.enable');
  return {
    async profile(work) {
      await ask('Profiler.start');
      await work();
      const { profile } = (await ask('Profiler.stop')) as Profiler.StopReturnType;
      return profile;
    },
    close: () => socket.close(),
  };
}
